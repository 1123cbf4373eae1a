package link

import (
	"bytes"
	"compress/flate"
	_ "embed" // the dictionary
	"encoding/base64"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// The codecs: deflate without a frame, and the same with dictionary 1 in front of it. The
// text of a dictionary never changes; a better one would be k2.
const (
	plainCodec = "d"
	keyedCodec = "k1"
)

//go:embed dictionary1.txt
var dictionaryText string

// dictionary1 are the bytes that codec k1 puts in front of what it compresses. Above the
// line of ==== the file has text as templates do, which stands in a payload as JSON
// writes it; below is the frame of a payload, byte by byte.
var dictionary1 = func() []byte {
	text, frame, _ := strings.Cut(dictionaryText, "====\n")
	quoted := appendText(nil, text)
	return append(quoted[1:len(quoted)-1], strings.TrimSuffix(frame, "\n")...)
}()

// pack compresses a payload with the codec that makes it shorter.
func pack(payload []byte) (codec, text string) {
	plain, keyed := deflate(payload, nil), deflate(payload, dictionary1)
	codec, shorter := plainCodec, plain
	if len(keyed)+len(keyedCodec) < len(plain)+len(plainCodec) {
		codec, shorter = keyedCodec, keyed
	}
	return codec, base64.RawURLEncoding.EncodeToString(shorter)
}

func deflate(payload, dictionary []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, flate.BestCompression, dictionary)
	if err != nil {
		panic(err) // the level is one there is
	}
	w.Write(payload) // a buffer takes everything
	w.Close()
	return out.Bytes()
}

func unpack(codec, text string) ([]byte, error) {
	var dictionary []byte
	switch codec {
	case plainCodec:
	case keyedCodec:
		dictionary = dictionary1
	default:
		return nil, fmt.Errorf("the link is packed in a way (%s) that this version cannot read; it may come from a newer one", codec)
	}
	compressed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, errDamaged
	}
	inflated, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(bytes.NewReader(compressed), dictionary), MaxInflated+1))
	if err != nil {
		return nil, errDamaged
	}
	if len(inflated) > MaxInflated {
		return nil, fmt.Errorf("the link holds more than %d KB of text", MaxInflated>>10)
	}
	return inflated, nil
}

// mark is where a link begins: version, codec, payload.
var mark = regexp.MustCompile(`(?:^|#)p([0-9]{1,3})\.([a-z][a-z0-9]{0,7})\.([A-Za-z0-9+/=_-]+)`)

var escape = regexp.MustCompile(`%[0-7][0-9A-Fa-f]`)

// find takes the codec and the payload out of a text, after repairs: blanks and line
// breaks go, percent-encoding is undone, + and / are the older spelling of - and _,
// padding is not needed, and what follows the payload (a full stop, a bracket) is not
// part of it.
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
	match := mark.FindStringSubmatch(text)
	if match == nil {
		return "", "", fmt.Errorf("this is no link of this playground: there is no #p1. with letters behind it")
	}
	if match[1] != "1" {
		return "", "", fmt.Errorf("the link has format %s, which this version cannot read; it may come from a newer one", match[1])
	}
	payload = strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(match[3])
	if len(payload)%4 == 1 {
		payload = payload[:len(payload)-1] // no byte ends there: it belongs to what follows
	}
	if len(payload) > MaxEncoded {
		return "", "", errTooLong
	}
	return match[2], payload, nil
}

var errTooLong = fmt.Errorf("the link is longer than %d KB", MaxEncoded>>10)

// withoutBlanks drops what cannot be seen: blanks, line breaks, soft hyphens, marks of
// width zero and of direction.
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
