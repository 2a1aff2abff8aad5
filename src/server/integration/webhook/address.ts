import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { addressFault } from '#domain/integration/webhook/webhook.ts'
import { within } from '#server/platform/outgoing/deadline.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** How long the name servers may take for a name in all, and for one question, in milliseconds. */
const LOOKUP_MS = 5_000
const QUESTION_MS = 2_000

/**
 * Asks the name servers in this thread. The system's own lookup holds one of the few threads of the pool until it ends:
 * names whose servers do not answer would hold up every other. It knows the names of /etc/hosts too, so it is asked for
 * names that the name servers do not know.
 */
export const resolveByDns: Resolve = async host => {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: 2 })
  const asked = await Promise.allSettled([resolver.resolve6(host), resolver.resolve4(host)])
  const found = asked.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
  if (found.length > 0) return found
  for (const each of asked) if (each.status === 'rejected' && !UNKNOWN.has(each.reason.code)) throw each.reason
  return (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)
}

/** The name server does not know the name, or there is no name server. */
const UNKNOWN: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * The IPv4 networks that are not of the public internet (IANA, special-purpose addresses): this machine, private
 * networks, those of providers, link-local with the metadata services of clouds, documentation, tests, multicast and the
 * rest.
 */
const notPublic4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]

/** IPv6 is public in 2000::/3 only, but for what there embeds an IPv4 address or is special. */
const public6 = ['2000::/3']
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}
const special4 = listOf(notPublic4, 'ipv4')
const unicast6 = listOf(public6, 'ipv6')
const special6 = listOf(notPublic6, 'ipv6')

/** Whether an address is of the public internet. IPv6 that embeds an IPv4 address is not, whatever that is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special4.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (family === 6 && !address.includes('%')) return unicast6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
  return false
}

/** Where a delivery goes: addresses that were checked, and the name that its certificate must have. */
export type Target = { url: URL; addresses: readonly string[] }

/** The host of a URL: the parser has written every form of an IPv4 address as four decimals, and IPv6 in brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Why there is nowhere to go. */
export class NoTarget extends Error {
  readonly fault: 'address' | 'name'

  constructor(fault: 'address' | 'name') {
    super(fault)
    this.fault = fault
  }
}

/**
 * Looks the host of a webhook up and checks every address that it has, so that the one to connect to is one of those
 * (HOOK-08). Call it for each try: a name may change its addresses.
 * @param options.allowsPrivate the installation is for tests
 * @throws NoTarget
 */
export async function lookUpTarget(
  text: string,
  {
    resolve = resolveByDns,
    allowsPrivate = false,
    stopped,
  }: { resolve?: Resolve; allowsPrivate?: boolean; stopped?: AbortSignal | undefined } = {},
): Promise<Target> {
  const url = URL.parse(text)
  if (addressFault(text, { allowsPrivate }) || !url || url.username || url.password) throw new NoTarget('address')
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await within(LOOKUP_MS, () => resolve(host), stopped).catch(() => [])
  if (addresses.length === 0) throw new NoTarget('name')
  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new NoTarget('address')
  return { url, addresses }
}
