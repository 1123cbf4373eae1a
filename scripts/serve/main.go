// Serve serves dist at http://localhost:8080/ with the headers that every host should send.
//
//	go run ./scripts/serve                 serve the last build
//	go run ./scripts/serve -watch          build after every change, and reload open pages
//	go run ./scripts/serve -addr :9000     listen on another address
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"pantograph/scripts/internal/repo"
	"pantograph/scripts/internal/site"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "the address to listen on")
	watch := flag.Bool("watch", false, "build after every change, and reload open pages")
	flag.Parse()
	if err := run(*addr, *watch); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until it is interrupted. It opens the port before the first build, so that a port in
// use is reported immediately.
func run(addr string, watch bool) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	listener, err := listen(addr)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	handler := site.Handler(filepath.Join(root, "dist"))
	if watch {
		w := newWatcher(root)
		handler = w.handler(handler)
		w.rebuild()
		go w.run(ctx)
	} else if _, err := os.Stat(filepath.Join(root, "dist", "index.html")); err != nil {
		return errors.New("there is no dist yet: run `make dist`, or `make serve`, which builds it")
	}
	fmt.Printf("Pantograph is at %s (press Ctrl-C to stop)\n", address(addr, listener))
	return serve(ctx, listener, checkHost(addr, address(addr, listener), handler))
}

// listen is net.Listen with an error that says what to do if the port is in use.
func listen(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is already in use: stop the other program, or choose another address, such as "+
			"-addr localhost:0", addr)
	}
	return listener, err
}

// address returns the URL to open in a browser: the requested host with the actual port.
func address(addr string, listener net.Listener) string {
	host, _, err := net.SplitHostPort(addr)
	_, port, given := net.SplitHostPort(listener.Addr().String())
	if err != nil || given != nil || host == "" || host == "0.0.0.0" || host == "::" {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// checkHost rejects requests for host names other than the server's own. Otherwise another site
// could make its name resolve to this machine and read everything served here as if it were its own
// (DNS rebinding). A numeric address cannot be redirected in this way, so a server that listens on
// all interfaces accepts any.
func checkHost(addr, home string, next http.Handler) http.Handler {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		host = addr
	}
	isForAll := host == "" || net.ParseIP(host).IsUnspecified()
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		name := strings.TrimSuffix(strings.ToLower((&url.URL{Host: r.Host}).Hostname()), ".")
		isOwn := name != "" && slices.Contains([]string{"localhost", "127.0.0.1", "::1", strings.ToLower(host)}, name)
		if !isOwn && !(isForAll && net.ParseIP(name) != nil) {
			http.Error(out, "This server does not have that name. Its address is "+home+
				". To use another name, start it with -addr NAME:PORT.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(out, r)
	})
}

// serve handles requests until the context ends. Then it waits up to two seconds for open responses.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	server.BaseContext = func(net.Listener) context.Context { return ctx } // the end of ctx ends event streams
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}
