module sealwax/interop

go 1.27

require golang.org/x/text v0.0.0

// Unicode normalization is no public part of the standard library; test_go.py puts the copy that the toolchain
// brings along beside this file.
replace golang.org/x/text => ./text
