#!/usr/bin/env bash
# Runs the README's two commands as a stranger would: on a new Debian that has git and nothing else, with Go and Node put into
# it, an empty home, and a fresh clone of HEAD beside which nothing stands. As root, on Debian.
#   npm run test:bare [-- [--busy] [--test-only] [WORD...]]
# --busy: while every core is loaded. Words select tests, as those of `npm test`.
set -euo pipefail

go_root=$(go env GOROOT)
node=$(readlink -f "$(command -v node)")
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")

# What lets programs reach the package registries from here: proxies and certificates.
passed() {
  env -0 | grep -zE '^(https?_proxy|no_proxy|HTTPS?_PROXY|NO_PROXY|GOPROXY|GOSUMDB|NODE_EXTRA_CA_CERTS|SSL_CERT_[A-Z]+|GIT_SSL_CAINFO)=' || true
}

install() {
  command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap; }
  local sources suite mirror
  sources=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null || true)
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirror=$(grep -oE '^(URIs: |deb (\[[^]]*\] )?)[^ ]*/debian/?( |$)' <<<"$sources" | grep -oE '[a-z+]+://[^ ]+' | head -n 1)
  debootstrap --variant=minbase --include=git "$suite" "$1" "$mirror" >"$1.log" 2>&1 || { tail -n 20 "$1.log"; return 1; }
  # The packages of the tests come from where this machine's come from.
  cp -a /etc/apt/. "$1/etc/apt/"
  cp -L /etc/resolv.conf /etc/hosts "$1/etc/"
  mkdir -p "$1/usr/local/go" "$1/usr/local/lib/node_modules/npm" "$1/etc/ssl/certs"
  touch "$1/usr/local/bin/node"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
  ln -s ../go/bin/go "$1/usr/local/bin/go"
  git clone --quiet . "$1/root/clone"
}

# In namespaces of its own: its mounts and processes end with it.
enter() {
  mount --bind "$go_root" "$1/usr/local/go"
  mount --bind "$node" "$1/usr/local/bin/node"
  mount --bind "$npm" "$1/usr/local/lib/node_modules/npm"
  [ ! -d /etc/ssl/certs ] || mount --bind /etc/ssl/certs "$1/etc/ssl/certs"
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount --rbind /sys "$1/sys"
  mount -t tmpfs tmpfs "$1/dev/shm"
  local environment=()
  while IFS= read -r -d '' variable; do environment+=("$variable"); done < <(passed)
  exec chroot "$1" /usr/bin/env -i "${environment[@]}" CI=true HOME=/root LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash /root/clone/test/run/bare.sh --inside "${@:2}"
}

inside() {
  cd /root/clone
  local words=() isBusy= isTestOnly=
  for word in "$@"; do
    case "$word" in
    --busy) isBusy=yes ;;
    --test-only) isTestOnly=yes ;;
    *) words+=("$word") ;;
    esac
  done
  if [ -n "$isBusy" ]; then
    for _ in $(seq "$(nproc)"); do (while :; do :; done) & done
  fi
  npm ci --silent
  [ -n "$isTestOnly" ] || start
  npm test -- "${words[@]}"
}

# The second command opens an editor until Ctrl-C. That its address answers is what can be seen without eyes.
start() {
  # A group of its own, which Ctrl-C reaches as a whole.
  set -m
  npm start >/tmp/start.log 2>&1 &
  local pid=$! address=
  set +m
  for _ in $(seq 600); do
    address=$(grep -oE 'http://127\.0\.0\.1:[0-9]+/[^ ]*' /tmp/start.log || true)
    [ -z "$address" ] || break
    kill -0 "$pid" 2>/dev/null || break
    sleep 1
  done
  node --input-type=module -e '
    const [address] = process.argv.slice(1);
    // The first answer is a cookie, and where to go with it.
    const { headers } = await fetch(address, { redirect: "manual" });
    const workbench = new URL(headers.get("location") ?? "", address);
    const answer = await fetch(workbench, { headers: { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" } });
    process.exit(answer.ok && (await answer.text()).includes("workbench") ? 0 : 1);
  ' "$address" || { cat /tmp/start.log; echo "npm start has opened no editor."; exit 1; }
  echo "npm start: the editor answers."
  kill -INT -- "-$pid"
  wait "$pid" || true
}

case "${1-}" in
--inside) inside "${@:2}" ;;
--enter) enter "${@:2}" ;;
*)
  machine=$(mktemp -d /var/tmp/pprof-lens-bare.XXXXXX)
  # As of every root folder.
  chmod 755 "$machine"
  trap 'rm -rf --one-file-system "$machine" "$machine.log"' EXIT
  echo "Installing a bare Debian..."
  install "$machine"
  unshare --mount --pid --fork --kill-child bash "$0" --enter "$machine" "$@"
  ;;
esac
