/** A Go server with work to do, whose profiles are behind everything that servers put before them. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from '../../eventually.ts';
import { goModule } from '../goModule.ts';

/** Go: makes a certificate for 127.0.0.1, signed by an authority that it writes to a file. */
export const ownCertificate = `func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// ownCertificate makes a certificate for 127.0.0.1, signed by an authority that it writes to a file.
func ownCertificate(caFile string) tls.Certificate {
	now := time.Now()
	caKey := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	ca := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "shop authority"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	caBytes := must(x509.CreateCertificate(rand.Reader, ca, ca, &caKey.PublicKey, caKey))
	if err := os.WriteFile(caFile, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: caBytes}), 0o644); err != nil {
		panic(err)
	}
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "shop"}, NotBefore: now.Add(-time.Hour),
		NotAfter: now.Add(time.Hour), IPAddresses: []net.IP{net.ParseIP("127.0.0.1")}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	leafBytes := must(x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, caKey))
	return tls.Certificate{Certificate: [][]byte{leafBytes}, PrivateKey: key}
}`;

const source = `package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"expvar"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

var served atomic.Int64
var kept atomic.Pointer[[]byte]

func burn(d time.Duration) (n int) {
	for start := time.Now(); time.Since(start) < d; {
		n++
	}
	return n
}

func work(w http.ResponseWriter, r *http.Request) {
	data := make([]byte, 64<<10)
	kept.Store(&data)
	burn(time.Millisecond)
	served.Add(1)
	fmt.Fprintln(w, r.Method, r.Header.Get("X-Shop"))
}

func profiles(prefix string) *http.ServeMux {
	mux := http.NewServeMux()
	mux.Handle(prefix+"/debug/pprof/", http.StripPrefix(prefix, http.HandlerFunc(pprof.Index)))
	mux.Handle(prefix+"/debug/pprof/profile", http.HandlerFunc(pprof.Profile))
	mux.Handle(prefix+"/debug/pprof/trace", http.HandlerFunc(pprof.Trace))
	mux.Handle("/debug/vars", expvar.Handler())
	mux.HandleFunc("/work", work)
	mux.HandleFunc("/served", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, served.Load()) })
	mux.Handle("/moved", http.RedirectHandler("/work", 302))
	mux.HandleFunc("/cart", func(w http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err != nil || r.Method != "POST" || string(body) != "{\\"id\\": 1}" || r.Header.Get("X-Shop") != "a b" {
			w.WriteHeader(400)
		}
	})
	mux.HandleFunc("/fails", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(503) })
	return mux
}

func locked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, _ := r.BasicAuth()
		isBearer := r.Header.Get("Authorization") == "Bearer mytoken"
		isHeader := r.Header.Get("X-Key") == "mykey"
		if !isBearer && !isHeader && (name != "me" || password != "mysecret") {
			w.Header().Set("WWW-Authenticate", "Basic realm=shop")
			w.WriteHeader(401)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// apiServer answers as the API server of Kubernetes does for a pod: with its own words, and with the pages written anew.
func apiServer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse := func(code int, message string) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			json.NewEncoder(w).Encode(map[string]any{"kind": "Status", "apiVersion": "v1", "status": "Failure", "message": message, "code": code})
		}
		switch {
		case r.Header.Get("Authorization") != "Bearer mytoken":
			refuse(401, "Unauthorized")
		case strings.Contains(r.URL.Path, "/namespaces/bank/"):
			refuse(403, "pods \\"api-7f:6060\\" is forbidden: User \\"dev\\" cannot get resource \\"pods/proxy\\" in API group \\"\\" in the namespace \\"bank\\"")
		case strings.Contains(r.URL.Path, "/pods/api-8a"):
			refuse(404, "pods \\"api-8a\\" not found")
		case strings.Contains(r.URL.Path, ":6061/"):
			refuse(503, "error trying to reach service: dial tcp 10.0.0.7:6061: connect: connection refused")
		case strings.HasSuffix(r.URL.Path, "/debug/pprof/"):
			page := httptest.NewRecorder()
			next.ServeHTTP(page, r)
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, strings.ReplaceAll(page.Body.String(), "'", "\\""))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

${ownCertificate}

func serve(network, address string, handler http.Handler) string {
	listener := must(net.Listen(network, address))
	go http.Serve(listener, handler)
	return listener.Addr().String()
}

func main() {
	runtime.MemProfileRate = 4096 // Else the allocations of 20 requests may all be missed.
	folder := os.Args[1]
	caFile := filepath.Join(folder, "ca.pem")
	socket := filepath.Join(folder, "s")
	config := &tls.Config{Certificates: []tls.Certificate{ownCertificate(caFile)}}
	secure := must(tls.Listen("tcp", "127.0.0.1:0", config))
	go http.Serve(secure, profiles(""))
	cluster := must(tls.Listen("tcp", "127.0.0.1:0", config))
	go http.Serve(cluster, apiServer(profiles("/api/v1/namespaces/shop/pods/api-7f:6060/proxy")))
	json.NewEncoder(os.Stdout).Encode(map[string]string{
		"plain":  serve("tcp", "127.0.0.1:0", profiles("")),
		"prefix": serve("tcp", "127.0.0.1:0", profiles("/internal")),
		"locked": serve("tcp", "127.0.0.1:0", locked(profiles(""))),
		"socket": serve("unix", socket, profiles("")),
		"secure": secure.Addr().String(),
		"cluster": cluster.Addr().String(),
		"ca":     caFile,
	})
	io.Copy(io.Discard, os.Stdin) // Ends with whoever started it.
}
`;

export interface ShopServer {
  /** `host:port` of the server without any obstacle. */
  readonly plain: string;
  /** Its profiles are below `/internal`. */
  readonly prefix: string;
  /** It wants `me` and `mysecret`, the bearer token `mytoken`, or `mykey` in `X-Key`. */
  readonly locked: string;
  /** Path of a Unix socket. */
  readonly socket: string;
  /** TLS, with a certificate that only `ca` vouches for. */
  readonly secure: string;
  /** The API server of a cluster whose pod `api-7f` of `shop` serves profiles at 6060. TLS as `secure`, and the bearer token. */
  readonly cluster: string;
  /** Path of the authority's certificate. */
  readonly ca: string;
  /** Path of `main.go`. */
  readonly source: string;
  /** How many requests for `/work` it has answered. */
  served(): Promise<number>;
  stop(): Promise<void>;
}

/** The line of `main.go` that has this text, from 1. */
export function lineOfShop(text: string): number {
  const line = source.split('\n').findIndex((each) => each.includes(text));
  assert.notEqual(line, -1, text);
  return line + 1;
}

/** Builds and starts the server. `/work` takes a millisecond of CPU time and allocates 64 kB. The caller must stop it. */
export async function startShopServer(): Promise<ShopServer> {
  const module = goModule({ 'main.go': source });
  const binary = join(module.directory, 'shop');
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: module.directory });
  const server = spawn(binary, [module.directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line]: unknown[] = await within(
    'the address of the server',
    once(createInterface(server.stdout), 'line'),
  );
  assert.ok(typeof line === 'string');
  const addresses: Omit<ShopServer, 'source' | 'served' | 'stop'> = JSON.parse(line);
  return {
    ...addresses,
    source: join(module.directory, 'main.go'),
    async served() {
      return Number(await (await fetch(`http://${addresses.plain}/served`)).text());
    },
    async stop() {
      const ended = once(server, 'exit');
      server.stdin.end();
      await within('the end of the server', ended);
    },
  };
}
