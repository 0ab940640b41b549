#!/bin/sh
# Makes the root file system of the image in the folder $1: the C and C++ libraries, a shell, `env`, and Node.
# It also writes what Debian knows of these packages to where scanners of images look for it.
set -eu
system=$1
packages="base-files dash gcc-12-base libc6 libgcc-s1 libstdc++6"
# Character sets that nobody converts from, and documents. Licences stay.
unneeded='/gconv/|/usr/share/(man|lintian|locale|bug|info|menu)/|/usr/share/doc/[^/]+/[^c]|/usr/share/gdb/'

mkdir -p "$system/usr/bin" "$system/usr/lib" "$system/usr/lib64" "$system/usr/sbin" "$system/usr/local/bin"
for folder in bin lib lib64 sbin; do ln -s "usr/$folder" "$system/$folder"; done
mkdir -p "$system/etc" "$system/tmp" "$system/proc" "$system/sys" "$system/dev" "$system/var/lib/matinee"
chmod 1777 "$system/tmp"

mkdir -p "$system/var/lib/dpkg/status.d"
for package in $packages; do
  dpkg-query --listfiles "$package" | grep -Ev "$unneeded" | while read -r path; do
    # Files and links only: folders come along, and some of them are links here.
    if [ -L "$path" ] || [ -f "$path" ]; then printf '%s\n' "${path#/}"; fi
  done | tar --create --directory / --files-from - | tar --extract --directory "$system" --keep-directory-symlink
  dpkg-query --status "$package" >"$system/var/lib/dpkg/status.d/$package"
done

cp /usr/bin/env "$system/usr/bin/env"
cp /usr/local/bin/node "$system/usr/local/bin/node"
# Names for debuggers: a seventh of the program.
strip --strip-unneeded "$system/usr/local/bin/node"
ln -s /opt/matinee/cli/bin/matinee.mjs "$system/usr/local/bin/matinee"

printf 'root:x:0:0:root:/root:/bin/sh\nmatinee:x:10001:10001:Matinee:/var/lib/matinee:/bin/sh\n' >"$system/etc/passwd"
printf 'root:x:0:\nmatinee:x:10001:\n' >"$system/etc/group"
printf 'hosts: files dns\n' >"$system/etc/nsswitch.conf"
chown 10001:10001 "$system/var/lib/matinee"
chmod 0700 "$system/var/lib/matinee"
