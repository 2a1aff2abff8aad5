import { BlockList, isIP } from 'node:net'
import { DomainError } from '#domain/contract/domain-error.ts'
import { plainAddress } from '#server/platform/address-key.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

const lists = new WeakMap<readonly string[], BlockList>()

function listOf(networks: readonly string[]): BlockList {
  const known = lists.get(networks)
  if (known) return known
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  lists.set(networks, list)
  return list
}

/** Whether an address is in one of these networks. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isOf(networks: readonly string[], address: string): boolean {
  const plain = plainAddress(address).replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
  const family = isIP(plain)
  return family !== 0 && listOf(networks).check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * CCI manages the data of all participants, so the operator can limit the networks of its users (CCI_NETWORKS). The
 * limit applies at sign-in and to each call; being inside grants nothing by itself.
 */
export const isOutside = ({ cciNetworks }: Settings, role: string, address: string): boolean =>
  role === 'CCI' && cciNetworks !== null && !isOf(cciNetworks, address)

/** @throws DomainError networkNotAllowed */
export function checkNetwork(settings: Settings, role: string, address: string): void {
  if (isOutside(settings, role, address)) throw new DomainError('networkNotAllowed')
}
