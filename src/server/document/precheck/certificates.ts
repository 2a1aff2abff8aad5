import { X509Certificate } from 'node:crypto'

/** One element of DER: its tag, and where its content begins and ends. */
type Element = { tag: number; from: number; to: number; start: number }

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const CONTEXT_0 = 0xa0

/** The element at a place, or null where the bytes are no DER of definite length. */
function elementAt(bytes: Uint8Array, start: number): Element | null {
  const [tag, short] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || short === undefined) return null
  if (short < 0x80) return within(bytes, { tag, start, from: start + 2, to: start + 2 + short })
  const count = short & 0x7f
  if (count === 0 || count > 4) return null
  let length = 0
  for (let at = start + 2; at < start + 2 + count; at++) length = length * 256 + (bytes[at] ?? 0)
  const from = start + 2 + count
  return within(bytes, { tag, start, from, to: from + length })
}

const within = (bytes: Uint8Array, element: Element): Element | null => (element.to <= bytes.length ? element : null)

/** The elements within one. */
function childrenOf(bytes: Uint8Array, { from, to }: Element): Element[] {
  const children: Element[] = []
  for (let at = from; at < to; ) {
    const child = elementAt(bytes, at)
    if (!child || child.to > to) return children
    children.push(child)
    at = child.to
  }
  return children
}

const first = (elements: readonly Element[], tag: number) => elements.find(element => element.tag === tag)

/**
 * The common name of the certificate with which a CMS message says that it was signed; null where it does not say. It is
 * read, not verified.
 */
export function signerOf(bytes: Uint8Array): string | null {
  const message = elementAt(bytes, 0)
  const content = message && first(childrenOf(bytes, message), CONTEXT_0)
  const signed = content && first(childrenOf(bytes, content), SEQUENCE)
  if (!signed) return null
  const parts = childrenOf(bytes, signed)
  const certificates = first(parts, CONTEXT_0)
  // The last set: the first is of the digest algorithms.
  const signers = parts.filter(({ tag }) => tag === SET).at(-1)
  const signer = signers && first(childrenOf(bytes, signers), SEQUENCE)
  const id = signer && first(childrenOf(bytes, signer), SEQUENCE)
  const serial = id && first(childrenOf(bytes, id), INTEGER)
  if (!certificates || !serial) return null
  const wanted = Buffer.from(bytes.subarray(serial.from, serial.to)).toString('hex')
  for (const { start, to } of childrenOf(bytes, certificates)) {
    const name = commonNameOf(bytes.subarray(start, to), wanted)
    if (name !== null) return name
  }
  return null
}

function commonNameOf(der: Uint8Array, serial: string): string | null {
  try {
    const { serialNumber, subject } = new X509Certificate(der)
    if (BigInt(`0x${serialNumber}`) !== BigInt(`0x${serial}`)) return null
    return /^CN=(.+)$/m.exec(subject)?.[1] ?? null
  } catch {
    return null
  }
}
