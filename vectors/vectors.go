// Package vectors has the test vectors, their schemas and their documents. README.md explains them.
package vectors

import "embed"

// Files are the files as they stand in the folder: "hpke.json", "schema/index.json", "README.md".
//
//go:embed *.json *.md LICENSE VERSION captured schema
var Files embed.FS
