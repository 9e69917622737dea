/** A network that an address is counted as, with its limit as a multiple of that of a single address. */
interface Network {
  readonly name: string
  readonly times: number
}

/**
 * Returns the networks that an address is counted as, the narrowest first. An IPv4 address is counted whole. An IPv6 line has a /64 and may use
 * each address in it, and a customer of a provider has up to a /48.
 */
export const networksOf = (address: string): readonly [Network, ...Network[]] => {
  const groups = ipv6Groups(address)
  if (groups === undefined) return [{ name: address, times: 1 }]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') return [{ name: ipv4Of(groups), times: 1 }]
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(':')}::/48`, times: 16 },
  ]
}

/** Whether both addresses have the same narrowest network. */
export const sameNetwork = (a: string, b: string): boolean => networksOf(a)[0].name === networksOf(b)[0].name

/** The eight groups of an IPv6 address in hexadecimal digits; undefined for any other text. */
const ipv6Groups = (address: string): readonly string[] | undefined => {
  const url = `http://[${address.split('%')[0]}]`
  if (!URL.canParse(url)) return undefined
  // A URL writes each address in one way, here as in a browser.
  const [front = [], back = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  return [...front, ...new Array<string>(8 - front.length - back.length).fill('0'), ...back]
}

const ipv4Of = (groups: readonly string[]): string =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
