// Serve shows dist at http://localhost:8080/ with the headers that every host should send.
//
//	go run ./scripts/serve                 serve what was built
//	go run ./scripts/serve -watch          build at every change, and reload open pages
//	go run ./scripts/serve -addr :9000     elsewhere
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
	watch := flag.Bool("watch", false, "build at every change, and reload open pages")
	flag.Parse()
	if err := run(*addr, *watch); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until it is interrupted. The port is opened before the first build, so that a taken
// one is reported at once.
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
	return serve(ctx, listener, ownNames(addr, address(addr, listener), handler))
}

// listen explains what to do if the port is taken.
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

// ownNames rejects requests for any other host name than the server's own: otherwise a foreign
// page whose name is made to resolve to this machine could read everything served here, as its own
// origin (DNS rebinding). A numeric address cannot be redirected, so a server for the whole
// network accepts any.
func ownNames(addr, home string, next http.Handler) http.Handler {
	asked, _, err := net.SplitHostPort(addr)
	if err != nil {
		asked = addr
	}
	isForAll := asked == "" || net.ParseIP(asked).IsUnspecified()
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		name := strings.TrimSuffix(strings.ToLower((&url.URL{Host: r.Host}).Hostname()), ".")
		isOwn := name != "" && slices.Contains([]string{"localhost", "127.0.0.1", "::1", strings.ToLower(asked)}, name)
		if !isOwn && !(isForAll && net.ParseIP(name) != nil) {
			http.Error(out, "This server does not answer to that name. It is at "+home+
				"; for another name, start it with -addr NAME:PORT.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(out, r)
	})
}

// serve handles requests until the context ends, then gives open responses a moment to finish.
func serve(ctx context.Context, listener net.Listener, handler http.Handler) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	server.BaseContext = func(net.Listener) context.Context { return ctx } // ends event streams
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
