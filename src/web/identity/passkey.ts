/* Passkeys, by the browser's own JSON forms of WebAuthn. */

let waiting: AbortController | undefined

/** Cancels the request that the browser may still show: it refuses a second one beside it. */
function onlyRequest(): AbortSignal {
  waiting?.abort()
  waiting = new AbortController()
  return waiting.signal
}

type Json = Record<string, unknown>
const jsonOf = (credential: Credential | null): Json => ({ ...(credential as PublicKeyCredential).toJSON() })

/** Creates a passkey by the server's options. @throws the browser's exception, also when the user cancels. */
export async function createPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  return jsonOf(await navigator.credentials.create({ publicKey, signal: onlyRequest() }))
}

/** Signs the server's challenge with a passkey. @throws the browser's exception, also when the user cancels. */
export async function signWithPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  return jsonOf(await navigator.credentials.get({ publicKey, signal: onlyRequest() }))
}
