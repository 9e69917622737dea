import { BlockList, isIP } from 'node:net'

/** The trusted proxies: their number (0 = none), or their addresses and networks. */
export type TrustedProxy = number | readonly string[]

/**
 * Returns the caller's address.
 * Every proxy appends the address of its client to X-Forwarded-For, and the caller could forge all entries before
 * those, so only one entry for each trusted proxy, counted from the end, is trusted.
 */
export const callerIp = (connection: string, forwarded: string, trusted: TrustedProxy): string => {
  const chain = [...forwarded.split(','), connection].map(plainAddress).filter((address) => address !== '')
  const hops = typeof trusted === 'number' ? trusted : trustedHops(chain, networkList(trusted))
  const address = chain[Math.max(0, chain.length - 1 - hops)] ?? ''
  return isIP(address) ? address : plainAddress(connection)
}

/**
 * Reads TRUST_PROXY: empty, 0 or false = none; 1 or true = one proxy; a digit = that many proxies; otherwise addresses
 * and networks separated by commas.
 * Returns undefined for anything else.
 */
export const readTrustedProxy = (text = ''): TrustedProxy | undefined => {
  const value = text.trim()
  if (['', '0', 'false'].includes(value)) return 0
  if (value === 'true') return 1
  if (/^\d$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  return addresses.every(isNetwork) ? addresses : undefined
}

/** Returns how many addresses at the end of the chain are trusted proxies; the address before them is the caller's. */
const trustedHops = (chain: readonly string[], proxies: BlockList): number => {
  const reversed = chain.toReversed()
  const callerIndex = reversed.findIndex((address) => !proxies.check(address, familyOf(address)))
  return callerIndex === -1 ? chain.length - 1 : callerIndex
}

/** Returns the networks as a BlockList, Node's class for matching addresses. It blocks nothing here. */
const networkList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...extraParts] = text.split('/')
  const version = isIP(address)
  if (version === 0 || extraParts.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns the address without the port that some proxies add, without brackets, and without the prefix ::ffff: that an
 * IPv6 socket adds to IPv4 addresses.
 */
const plainAddress = (text: string): string => {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, '')
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)
    ? address.replace(/:\d+$/, '')
    : address.replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
}
