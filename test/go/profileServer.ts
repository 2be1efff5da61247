/** A Go server with `net/http/pprof`, and pages for everything that a server can do wrong. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from '../eventually.ts';
import { goModule } from './goModule.ts';

const source = `package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"time"
)

var kept [][]byte

func busy() {
	for {
		kept = append(kept, make([]byte, 100))
		for start := time.Now(); time.Since(start) < 10*time.Millisecond; {
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func main() {
	http.HandleFunc("/page", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>shop</title>")
	})
	http.HandleFunc("/text", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "hello there\\n") })
	http.HandleFunc("/nothing", func(w http.ResponseWriter, r *http.Request) {})
	http.HandleFunc("/broken", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) })
	http.HandleFunc("/silent", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(time.Minute):
		}
	})
	http.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/debug/pprof/heap", http.StatusFound)
	})
	http.HandleFunc("/circle", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/circle", http.StatusFound)
	})
	http.HandleFunc("/elsewhere", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/hosts", http.StatusFound)
	})
	http.HandleFunc("/half", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		w.Write([]byte{0x1f, 0x8b})
	})
	http.HandleFunc("/locked", func(w http.ResponseWriter, r *http.Request) {
		if name, password, _ := r.BasicAuth(); name != "me" || password != "secret" {
			w.WriteHeader(401)
			return
		}
		http.Redirect(w, r, "/debug/pprof/heap", http.StatusFound)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	go busy()
	go func() {
		io.Copy(io.Discard, os.Stdin) // Ends with whoever started it.
		os.Exit(0)
	}()
	fmt.Fprintln(os.Stderr, http.Serve(listener, nil))
}
`;

export interface ProfileServer {
  /** Host and port. */
  readonly host: string;
  stop(): Promise<void>;
}

/** Builds and starts the server. The caller must stop it. */
export async function startProfileServer(): Promise<ProfileServer> {
  const module = goModule({ 'main.go': source });
  const binary = join(module.directory, 'server');
  execFileSync('go', ['build', '-o', binary, '.'], { cwd: module.directory });
  const server = spawn(binary, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [host]: unknown[] = await within(
    'the address of the server',
    once(createInterface(server.stdout), 'line'),
  );
  assert.ok(typeof host === 'string');
  return {
    host,
    async stop() {
      const ended = once(server, 'exit');
      server.stdin.end();
      await within('the end of the server', ended);
    },
  };
}
