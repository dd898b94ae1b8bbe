# Guest kernels, their first file system, and QEMU. Sourced after common.sh.

# QEMU 10 or newer: with more than one CPU, 7.2 crashed JVMs. Bookworm has it in its backports.
need_qemu() {
  local version
  version=$(qemu-system-x86_64 --version 2>/dev/null |
    sed -n 's/.*version \([0-9]*\)\..*/\1/p') || true # not there yet
  [ "${version:-0}" -ge 10 ] && return
  own_release
  case $codename in
    bookworm) install_packages "bookworm bookworm-backports" qemu-system-x86 ;;
    *) install_packages "$codename" qemu-system-x86 ;;
  esac
}

# Debian's newest stock kernel, unpacked once: sets kernel and modules (a root for modprobe -d).
stock_kernel() {
  local package version part deb
  refresh_lists sid
  package=$(isolated sid apt-cache depends linux-image-amd64 |
    sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
  [ -n "$package" ] || refuse "linux-image-amd64 of sid depends on no kernel; see $cache/apt-sid"
  version=${package#linux-image-}
  modules=$cache/stock-$version
  if [ ! -e "$modules/.complete" ]; then
    say "fetching Debian's kernel $version"
    need_commands depmod=kmod
    rm -rf "$modules"
    mkdir -p "$modules"
    for part in $(kernel_parts "$package"); do
      deb=$(fetch_package sid "$part")
      dpkg-deb -x "$deb" "$modules"
      rm -f "$deb"
    done
    # Older packages keep modules in /lib, newer ones in /usr/lib.
    [ -e "$modules/lib" ] || ln -s usr/lib "$modules/lib"
    depmod -b "$modules" "$version"
    touch "$modules/.complete"
  fi
  kernel=$(find "$modules" -name "vmlinuz-$version" -o -path "*/$version/vmlinuz" | head -n 1)
}

# The packages that hold a kernel and its modules: the image itself, or what it depends on.
kernel_parts() { # kernel_parts IMAGE_PACKAGE
  local version=${1#linux-image-} parts
  parts=$(isolated sid apt-cache depends "$1" |
    sed -nE "s/^ *Depends: (linux-(base|binary|modules)-[0-9].*)/\1/p")
  echo "${parts:-$1}"
}

# The initial file system: busybox, init, and for a modular kernel the modules that find the host's
# files. Sets initrd; cached by content.
first_files() { # first_files [MODULE_ROOT]
  local root=${1:-} key folder file version
  need_commands /bin/busybox=busybox-static cpio=cpio
  key=$({ cat "$lab/guest/init" "$lab/lib/guest.sh" /bin/busybox; echo "$root"; } |
    sha256sum | cut -c1-12)
  initrd=$cache/initrd-$key.gz
  [ -e "$initrd" ] && return
  folder=$(mktemp -d)
  mkdir -p "$folder"/{bin,dev,proc,sys,modules}
  cp /bin/busybox "$folder/bin/"
  install -m 755 "$lab/guest/init" "$folder/init"
  : >"$folder/modules/order"
  if [ -n "$root" ]; then
    need_commands xz=xz-utils modprobe=kmod
    version=${root##*/stock-}
    modprobe -d "$root" -S "$version" --show-depends -a virtio_pci 9pnet_virtio 9p overlay |
      awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r file; do
      case $file in
        *.xz) xz -dc "$file" >"$folder/modules/$(basename "$file" .xz)" ;;
        *) cp "$file" "$folder/modules/" ;;
      esac
      basename "${file%.xz}" >>"$folder/modules/order"
    done
  fi
  (cd "$folder" && find . | cpio -o -H newc --quiet | gzip -1 >"$initrd.new")
  mv "$initrd.new" "$initrd"
  rm -rf "$folder"
}

# Whether hardware virtualisation really boots a guest here: /dev/kvm may open and guests still die.
# The answer is kept per boot of this machine.
kvm_boots() {
  local answer
  answer=$cache/kvm-$(cat /proc/sys/kernel/random/boot_id)
  if [ ! -e "$answer" ]; then
    if [ -w /dev/kvm ] && UNCORK_LAB_ACCELERATOR=kvm timeout 60 \
      "$lab/run" --profile "$profile" --timeout 20 -- true >/dev/null 2>&1; then
      echo yes >"$answer"
    else
      echo no >"$answer"
    fi
  fi
  [ "$(cat "$answer")" = yes ]
}

# What a guest runs first to have two ends of an RDMA network: rxe0 here, on 10.9.0.1, and rxe1 in
# the network namespace "peer", on 10.9.0.2. A second, plain link has 10.9.1.1 and 10.9.1.2.
roce_network() { # roce_network MODULE_ROOT
  cat <<SCRIPT
modprobe -d '$1' -a veth rdma_rxe ib_uverbs rdma_ucm
ip netns add peer
ip link add veth0 type veth peer name veth1 netns peer
ip addr add 10.9.0.1/24 dev veth0
ip link set veth0 up mtu 4500
ip -n peer addr add 10.9.0.2/24 dev veth1
ip -n peer link set veth1 up mtu 4500
ip link add veth2 type veth peer name veth3 netns peer
ip addr add 10.9.1.1/24 dev veth2
ip link set veth2 up
ip -n peer addr add 10.9.1.2/24 dev veth3
ip -n peer link set veth3 up
ip -n peer link set lo up
rdma link add rxe0 type rxe netdev veth0
ip netns exec peer rdma link add rxe1 type rxe netdev veth1
SCRIPT
}
