module sealwax-vectors

go 1.21
