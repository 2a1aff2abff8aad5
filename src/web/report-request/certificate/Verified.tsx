import type { CertificateStatus } from '#domain/report-request/certificate/certificate.ts'
import { factLines } from '#domain/report-request/certificate/certificate.ts'
import type { VerificationWire } from '#domain/report-request/certificate/contract.ts'
import { formatInstant } from '#domain/values/day.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { CompareFile } from '#web/report-request/certificate/CompareFile.tsx'
import classes from './VerifyPage.module.css'

/** The colour of each status: that of the state of a request that is as good. */
const colours: Readonly<Record<CertificateStatus, string>> = {
  CURRENT: 'QUALIFIED',
  LAPSED: 'LAPSED',
  REPLACED: 'EXPIRED',
  CORRECTED: 'REJECTED',
  ENDED: 'CLOSED',
}

/** What a certificate says, and what it is worth today. */
export function Verified({ of, code }: { of: VerificationWire; code: string }) {
  const { facts } = of
  return (
    <>
      <div className={classes.standing} data-s={colours[of.status]} role="status">
        <b>{of.says}</b>
        <span>Consultado el {formatInstant(of.readAt).replace(' ', ' a las ')}.</span>
      </div>
      {facts ? (
        <>
          <dl className={classes.facts}>
            {[...factLines(facts), ['Código', code] as const].map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value === facts.rating ? <Rating of={value} /> : value}</dd>
              </div>
            ))}
          </dl>
          <CompareFile sha256={facts.dictamenSha256} />
          <OwnCheck of={of} />
        </>
      ) : null}
    </>
  )
}

/** The levels with the names of their dimensions: who reads this may not know the scale. */
function Rating({ of }: { of: string }) {
  const levels = of.split('/')
  return (
    <>
      <b>{of}</b>
      <span className="small dim">
        {RATING_SCALE.dimensions.map((dimension, index) => `${dimension} ${levels[index] ?? ''}`).join(' · ')}
      </span>
    </>
  )
}

const COMMAND = 'openssl pkeyutl -verify -pubin -inkey clave.pem -rawin -in datos.json -sigfile firma.bin'

/** What is signed, the signature and the key, for a check without the portal. */
function OwnCheck({ of: { signed, signature, key } }: { of: VerificationWire }) {
  const files = [
    ['datos.json', signed ?? '', new TextEncoder().encode(signed ?? '')],
    ['firma.bin', signature ?? '', Uint8Array.from(atob(signature ?? ''), char => char.charCodeAt(0))],
    ['clave.pem', key?.publicKey ?? '', new TextEncoder().encode(key?.publicKey ?? '')],
  ] as const
  return (
    <details className={classes.details}>
      <summary>Comprobar la firma por su cuenta</summary>
      <p>
        El portal firma con Ed25519 los datos de arriba, byte a byte. Con estos tres archivos lo comprueba cualquier
        programa que conozca ese algoritmo, por ejemplo:
      </p>
      <pre>{COMMAND}</pre>
      {files.map(([name, text, bytes]) => (
        <div key={name} className={classes.file}>
          <p>
            <a href={addressOf(bytes)} download={name}>
              Descargar {name}
            </a>
          </p>
          <pre>{text}</pre>
        </div>
      ))}
      <p className="small dim">
        Clave {key?.id}. Las que han firmado certificados están en{' '}
        <a href="/api/v1/verification-keys">verification-keys</a>.
      </p>
    </details>
  )
}

function addressOf(bytes: Uint8Array): string {
  return `data:application/octet-stream;base64,${btoa(String.fromCharCode(...bytes))}`
}
