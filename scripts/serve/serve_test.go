package main

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/site"
)

func TestTheErrorOfAPortInUseSaysWhatToDo(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	defer taken.Close()
	_, err = listen(taken.Addr().String())
	assert.ErrorContains(t, err, taken.Addr().
		String()+" is already in use: stop the other program, or choose another address")
}

func TestTheAddressCanBeTypedIntoABrowser(t *testing.T) {
	listener, err := listen("localhost:0")
	require.NoError(t, err)
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	for addr, host := range map[string]string{"localhost:0": "localhost", ":0": "localhost", "0.0.0.0:0": "localhost",
		"127.0.0.1:0": "127.0.0.1"} {
		assert.Equal(t, "http://"+host+":"+port+"/", address(addr, listener))
	}
}

func TestTheServerAnswersOnlyToItsOwnNames(t *testing.T) {
	for _, tc := range []struct {
		addr, host string
		status     int
	}{
		{"localhost:8080", "localhost:8080", 200}, {"localhost:8080", "LOCALHOST.:8080", 200},
		{"localhost:8080", "127.0.0.1:8080", 200},
		{"localhost:8080", "[::1]:8080", 200}, {"localhost:8080", "evil.example:8080", 421},
		{"localhost:8080", "localhost.evil.example", 421},
		{"localhost:8080", "192.168.0.7:8080", 421}, {"localhost:8080", "", 421},
		{"localhost:8080", "evil@localhost", 421},
		{"devbox:8080", "devbox:8080", 200}, {"devbox:8080", "other:8080", 421},
		{":8080", "192.168.0.7:8080", 200}, {"0.0.0.0:8080", "[fe80::1]:8080", 200}, {"[::]:8080", "10.0.0.1", 200},
		{":8080", "evil.example", 421}, {":8080", "", 421},
	} {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.Host = tc.host
		reply := httptest.NewRecorder()
		checkHost(tc.addr, "http://localhost:8080/", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})).
			ServeHTTP(reply, request)
		assert.Equal(t, tc.status, reply.Code, "%s at %s", tc.host, tc.addr)
		if tc.status != 200 {
			assert.Contains(t, reply.Body.String(), "does not have that name. Its address is http://localhost:8080/.")
		}
	}
}

func TestTheServerStopsWhenItsContextEnds(t *testing.T) {
	listener, err := listen("localhost:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	w := newWatcher(t.TempDir())
	done := make(chan error)
	go func() { done <- serve(ctx, listener, w.handler(http.NotFoundHandler())) }()
	reply, err := http.Get("http://" + listener.Addr().String() + eventsPath) // a stream without an end
	require.NoError(t, err)
	defer reply.Body.Close()
	stop()
	assert.NoError(t, <-done)
}

func TestAChangeReloadsThePage(t *testing.T) {
	w := newWatcher(t.TempDir())
	server := httptest.NewServer(w.handler(http.NotFoundHandler()))
	defer server.Close()
	reply, err := http.Get(server.URL + eventsPath)
	require.NoError(t, err)
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	require.True(t, lines.Scan())
	assert.Equal(t, ": watching", lines.Text())
	w.reload()
	require.True(t, lines.Scan()) // the blank line that ends an event
	require.True(t, lines.Scan())
	assert.Equal(t, "data: reload", lines.Text())
}

func TestAStampChangesWithEveryChange(t *testing.T) {
	root := t.TempDir()
	w := newWatcher(root)
	path := filepath.Join(root, "web", "src", "main.ts")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	empty := w.stamp()
	require.NoError(t, os.WriteFile(path, nil, 0o644))
	added := w.stamp()
	assert.NotEqual(t, empty, added)
	require.NoError(t, os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)))
	assert.NotEqual(t, added, w.stamp())
}

func TestOnlyPagesGetTheReloadScript(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"index.html", "a.js", "index.html.br"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte("<body></body>"), 0o644))
	}
	server := httptest.NewServer(newWatcher(folder).handler(site.Handler(folder)))
	defer server.Close()
	for path, want := range map[string]string{
		"/":        `<body><script src="/dev/reload.js" async></script></body>`,
		"/a.js":    "<body></body>",
		"/x.html":  "There is no such page.\n",
		scriptPath: "new EventSource(\"/dev/events\").onmessage = () => location.reload();\n",
	} {
		reply, err := http.Get(server.URL + path)
		require.NoError(t, err)
		body := make([]byte, 200)
		n, _ := reply.Body.Read(body)
		assert.Equal(t, want, string(body[:n]), path)
		reply.Body.Close()
	}
}
