// Package stdlib is the part of the dialects' function libraries that they have in common:
// plain Go functions over plain values. What a dialect makes of its arguments, which of them
// it refuses, and in which words, is the dialect's.
//
//	address.go         IP addresses and address ranges
//	text.go            characters as a reader sees them, indentation, escapes of URLs
//	encoding.go        digests, base64, gzip
//	rsa.go modexp.go   RSA private keys and decryption
//	uuid.go            UUIDs and those that are made of names
//	csv.go             comma-separated values
//	glob.go            file names and patterns of them
//	timestamp.go       RFC 3339
package stdlib
