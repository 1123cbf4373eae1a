// Package esc is a placeholder while it grows.
package esc
