package link

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the dictionary
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// The codecs: raw deflate, and the same with preset dictionary 1. A dictionary never changes; a
// better one would be k2.
const (
	plainCodec      = "d"
	dictionaryCodec = "k1"
)

//go:embed dictionary1.txt
var dictionaryText string

// dictionary1 is the preset dictionary of codec k1. In the file, the part above the line of ==== is
// text typical of templates, which is encoded as a JSON string, as in a payload. The part below is
// what surrounds the text in a payload, byte for byte.
var dictionary1 = func() []byte {
	text, frame, _ := strings.Cut(dictionaryText, "====\n")
	quoted := appendText(nil, text)
	return append(quoted[1:len(quoted)-1], strings.TrimSuffix(frame, "\n")...)
}()

// pack compresses a payload with the codec whose output is shorter.
func pack(payload []byte) (codec, text string) {
	plain, withDictionary := deflate(payload, nil), deflate(payload, dictionary1)
	codec, shorter := plainCodec, plain
	if len(withDictionary)+len(dictionaryCodec) < len(plain)+len(plainCodec) {
		codec, shorter = dictionaryCodec, withDictionary
	}
	return codec, base64.RawURLEncoding.EncodeToString(shorter)
}

func deflate(payload, dictionary []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, flate.BestCompression, dictionary)
	if err != nil {
		panic(err) // the level is valid
	}
	w.Write(payload) // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

func unpack(codec, text string) ([]byte, error) {
	var dictionary []byte
	switch codec {
	case plainCodec:
	case dictionaryCodec:
		dictionary = dictionary1
	default:
		return nil, fmt.Errorf("the link is packed in a format (%s) that this version cannot read; it may come from "+
			"a newer one", codec)
	}
	compressed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errDamaged
	}
	inflated, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(bytes.NewReader(compressed), dictionary),
		MaxInflated+1))
	if err != nil {
		return nil, errDamaged
	}
	if len(inflated) > MaxInflated {
		return nil, fmt.Errorf("the link contains more than %d KB of text", MaxInflated>>10)
	}
	return inflated, nil
}

// linkPattern matches a link. Its groups are the version, the codec and the payload.
var linkPattern = regexp.MustCompile(`(?:^|#)p([0-9]{1,3})\.([a-z][a-z0-9]{0,7})\.([A-Za-z0-9+/=_-]+)`)

var escape = regexp.MustCompile(`%[0-7][0-9A-Fa-f]`)

// find extracts the codec and the payload from a text, and repairs them: it removes blanks and line
// breaks, decodes percent-encoding up to three times, accepts + and / for - and _, ignores padding,
// and ignores punctuation after the payload, such as a full stop or a bracket.
func find(text string) (codec, payload string, err error) {
	if len(text) > 4*MaxEncoded {
		return "", "", errTooLong
	}
	text = withoutBlanks(text)
	for range 3 {
		text = withoutBlanks(escape.ReplaceAllStringFunc(text, func(code string) string {
			n, _ := strconv.ParseUint(code[1:], 16, 8)
			return string(rune(n))
		}))
	}
	match := linkPattern.FindStringSubmatch(text)
	if match == nil {
		return "", "", fmt.Errorf("this is not a link of this playground: it has no #p1. followed by letters")
	}
	if match[1] != "1" {
		return "", "", fmt.Errorf("the link has format %s, which this version cannot read; it may come from a newer "+
			"one", match[1])
	}
	payload = strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(match[3])
	if len(payload)%4 == 1 {
		payload = payload[:len(payload)-1] // base64 never has this length, so the last character is not part of it
	}
	if len(payload) > MaxEncoded {
		return "", "", errTooLong
	}
	return match[2], payload, nil
}

var errTooLong = fmt.Errorf("the link is longer than %d KB", MaxEncoded>>10)

// withoutBlanks removes invisible characters: blanks, line breaks, soft hyphens, zero-width
// characters and direction marks.
func withoutBlanks(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\t' && r <= '\r', r == ' ', r == 0x85, r == 0xa0, r == 0xad, r == 0x1680, r >= 0x2000 && r <= 0x200f,
			r >= 0x2028 && r <= 0x202f, r >= 0x205f && r <= 0x2064, r == 0x3000, r == 0xfeff:
			return -1
		}
		return r
	}, text)
}
