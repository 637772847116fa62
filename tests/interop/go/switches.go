package main

// Where this source is built with a number for each check, a check asks here whether it is made.
// tests/interop/switches.py numbers them.
var (
	removed = map[int]bool{}
	fired   = map[int]bool{}
)

func on(check int) bool {
	fired[check] = true
	return !removed[check]
}
