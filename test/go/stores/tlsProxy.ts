/** What stands before stores: a proxy that speaks TLS, with a certificate of its own authority, and asks for credentials. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from '../../eventually.ts';
import { goModule } from '../goModule.ts';
import { ownCertificate } from '../servers/shopServer.ts';

const source = `package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"time"
)

${ownCertificate}

func main() {
	proxy := httputil.NewSingleHostReverseProxy(must(url.Parse(os.Args[1])))
	config := &tls.Config{Certificates: []tls.Certificate{ownCertificate(os.Args[2])}}
	open := must(tls.Listen("tcp", "127.0.0.1:0", config))
	locked := must(tls.Listen("tcp", "127.0.0.1:0", config))
	fmt.Println(open.Addr(), locked.Addr())
	go http.Serve(open, proxy)
	http.Serve(locked, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, password, _ := r.BasicAuth()
		if r.Header.Get("Authorization") != "Bearer mytoken" && (name != "me" || password != "mysecret") {
			w.WriteHeader(401)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
}
`;

export interface TlsProxy {
  /** `127.0.0.1:1234` */
  readonly open: string;
  /** Wants me:mysecret, or the token mytoken. */
  readonly locked: string;
  /** The file of the authority's certificate. */
  readonly ca: string;
  stop(): void;
}

export async function tlsProxy(target: string): Promise<TlsProxy> {
  const module = goModule({ 'main.go': source });
  const program = join(module.directory, 'proxy');
  const ca = join(module.directory, 'ca.pem');
  execFileSync('go', ['build', '-o', program, '.'], { cwd: module.directory });
  const child = spawn(program, [target, ca], { stdio: ['ignore', 'pipe', 'ignore'] });
  child.unref();
  const [line]: unknown[] = await within(
    'the addresses of the proxy',
    once(createInterface(child.stdout), 'line'),
  );
  const [open, locked] = String(line).split(' ');
  assert.ok(open !== undefined && locked !== undefined);
  const stop = () => {
    child.kill('SIGKILL');
  };
  return { open, locked, ca, stop };
}
