# bare.sh: for bare_machine and bare_servers: a Debian that has nothing yet, and commands in it.
# The caller sets root (its folder), suite and mirror (empty: as on this machine), and here (this tree).

# This machine's sources of Debian's packages, for the other suite: "URL suite components".
sources() {
    local VERSION_CODENAME=none
    . /etc/os-release
    apt-get indextargets --format '$(ORIGIN) $(CODENAME) $(SITE) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
        sed -nE "s/^Debian $VERSION_CODENAME(-updates|-security|) (\S+) main$/\2 $suite\1 main/p" | sort -u
}

make_machine() { # options of debootstrap...
    local list
    list=$(sources)
    [ -n "$mirror" ] || mirror=$(sed -n "s/ $suite main$//p" <<<"$list" | head -n 1)
    debootstrap --variant=minbase "$@" "$suite" "$root" ${mirror:+"$mirror"} || return
    [ -z "$list" ] || sed 's/^/deb /' <<<"$list" >"$root/etc/apt/sources.list"
    touch "$root/.bare_machine"
}

# The settings needed to reach the network here, and no more.
copy_configuration() { # home of the user there
    local file
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    apt-config dump | grep -E '^Acquire::(https?|Check-Valid-Until|Retries)[: ]' >"$root/etc/apt/apt.conf.d/99host" || true
    mkdir -p "$root/usr/local/share/ca-certificates"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp -t "$root/usr/local/share/ca-certificates" {} + 2>/dev/null || true
    if grep -q https: "$root/etc/apt/sources.list"; then # apt needs them before it can install them
        mkdir -p "$root/etc/ssl/certs"
        cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    fi
    for file in /etc/npmrc "$(npm config get globalconfig 2>/dev/null)" ~/.npmrc; do
        [ ! -f "$file" ] || cat "$file"
    done >"$root$1/.npmrc"
}

mount_what_is_needed() {
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
}

# A command there, as the user, without a terminal and with nothing of this machine's environment but its way to the network.
within() { # user, command...
    local name kept=() home=/root
    [ "$1" = root ] || home=/home/$1
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        [ -z "${!name:-}" ] || kept+=("$name=${!name}")
    done
    if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then # Node from npm does not know the system's
        kept+=(NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt)
    fi
    setsid --wait chroot --userspec="$1:$1" "$root" \
        env -i HOME="$home" USER="$1" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${kept[@]}" "${@:2}" </dev/null
}

put_tree() { # account, home
    git -c safe.directory='*' -C "$here" bundle create -q "$root/tmp/casata.bundle" HEAD
    rm -rf "$root$2/casata"
    git -c advice.detachedHead=false clone -q "$root/tmp/casata.bundle" "$root$2/casata"
    rm "$root/tmp/casata.bundle"
    chroot "$root" chown -R "$1:$1" "$2"
}
