// Package stdlib is the common part of the dialects' function libraries: Go functions on Go types and
// on values. The dialects convert and check the arguments, and phrase the errors.
//
//	address.go         IP addresses and address ranges
//	text.go            grapheme clusters, indentation, URL escaping
//	regexp.go          matches and replacements
//	lists.go           lists and maps of values
//	encoding.go        digests, base64, gzip
//	rsa.go modexp.go   RSA private keys and decryption
//	uuid.go            UUIDs, including those made from names
//	csv.go             comma-separated values
//	path.go glob.go    paths, patterns of file names
//	timestamp.go       RFC 3339
package stdlib
