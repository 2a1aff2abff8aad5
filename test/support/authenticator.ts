import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Options = { challenge: string; rpId?: string; rp?: { id: string } }

/** The errors that an authenticator can be made to produce. */
type Fault = { origin?: string; rpId?: string; challenge?: string }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) =>
  Buffer.concat([
    value.length < 256 ? Buffer.from([0x58, value.length]) : Buffer.from([0x59, value.length >> 8, value.length & 255]),
    value,
  ])

/** A software authenticator by WebAuthn level 2: ES256, no attestation, independent of any library. */
export function softAuthenticator(home: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, options: Options, fault: Fault) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: fault.challenge ?? options.challenge,
        origin: fault.origin ?? home,
        crossOrigin: false,
      }),
    )
  const head = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const answer = (response: Record<string, unknown>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    /** Continues from an earlier counter, as a clone of the key would. */
    rewind: (to: number) => {
      counter = to
    },
    register(options: Options, fault: Fault = {}) {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ])
      const rpId = fault.rpId ?? options.rp!.id
      const authData = Buffer.concat([head(rpId, 0x41), Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', options, fault).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb'],
      })
    },
    sign(options: Options, fault: Fault = {}) {
      counter++
      const authData = head(fault.rpId ?? options.rpId!, 0x01)
      const clientDataJSON = clientData('webauthn.get', options, fault)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey)
      return answer({
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
