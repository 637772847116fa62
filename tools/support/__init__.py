"""What several commands, the benchmarks, the site or the tests share."""
