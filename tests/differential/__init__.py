"""Three readers side by side: mutated vectors through ours, the one in Go and the one in JavaScript."""
