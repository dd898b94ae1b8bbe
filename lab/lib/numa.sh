# A machine with $nodes NUMA nodes that share its processors and memory. Sourced by profiles.
share_device=virtio-9p-pci

shape() {
  local per=$((cpus / nodes)) size=$((memory / nodes)) node other
  [ "$per" -gt 0 ] && [ $((per * nodes)) -eq "$cpus" ] ||
    refuse "--cpus $cpus: profile $profile needs a multiple of $nodes"
  machine=(-M q35)
  for ((node = 0; node < nodes; node++)); do
    machine+=(-object "memory-backend-ram,id=memory$node,size=${size}M"
      -numa "node,nodeid=$node,memdev=memory$node,cpus=$((node * per))-$((node * per + per - 1))")
    for ((other = node + 1; other < nodes; other++)); do
      distances+=(-numa "dist,src=$node,dst=$other,val=21")
    done
  done
  machine+=("${distances[@]}")
  memory=$((size * nodes))
}
distances=()
