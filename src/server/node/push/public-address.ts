import { BlockList, isIP } from 'node:net'

/** Returns whether an IP address is one of the public internet, and not of a machine or network of the bank. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  if (version === 4) return !reservedAddresses.check(address, 'ipv4')
  return version === 6 && globalAddresses.check(address, 'ipv6') && !reservedAddresses.check(address, 'ipv6')
}

/** Returns whether an IP address is one of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  loopbackAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const blockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

const loopbackAddresses = blockList(['127.0.0.0/8', '::1/128'])

// All other IPv6 networks are special: loopback, link-local, unique local, multicast, addresses that contain an IPv4
// address (::ffff:0:0/96, 64:ff9b::/96) and unassigned ones.
const globalAddresses = blockList(['2000::/3'])

// The registries of special-purpose addresses of IANA (RFC 6890), and multicast.
const reservedAddresses = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Protocol assignments, with Teredo, whose addresses contain an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  // 6to4, whose addresses contain an IPv4 address.
  '2002::/16',
  '3fff::/20',
])
