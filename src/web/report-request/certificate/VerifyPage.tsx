import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { SEAL_NOTE, verifyPath } from '#domain/report-request/certificate/certificate.ts'
import { readCode } from '#domain/report-request/certificate/code.ts'
import { OPERATOR_FULL_NAME } from '#domain/values/product.ts'
import { Verified } from '#web/report-request/certificate/Verified.tsx'
import { codeInPath, type Verification, verify } from '#web/report-request/certificate/verification.ts'
import { legalFooter } from '#web/session/legalFooter.ts'
import { LegalFooter } from '#web/ui/layout/LegalFooter.tsx'
import { SkipLink } from '#web/ui/layout/SkipLink.tsx'
import { Logo } from '#web/ui/theme/assets/Logo.tsx'
import { productName } from '#web/ui/theme/assets/productName.ts'
import classes from './VerifyPage.module.css'

/**
 * /verify and /verify/{code}: whether a certificate is true today, for anybody (SEAL-17). Without menu, session, router
 * or component library, so that a telephone loads little.
 */
export function VerifyPage() {
  const code = codeInPath(location.pathname)
  return code === null ? <AskCode /> : <OfCode code={code} />
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.root}>
      <title>{`${title} · ${productName()}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <SkipLink />
      <header className={classes.bar}>
        <Logo height={32} />
      </header>
      <main id="contenido" tabIndex={-1} className={classes.main}>
        <h1 className={classes.title}>{title}</h1>
        <p className="small dim">{OPERATOR_FULL_NAME}</p>
        {children}
        <p className="small dim">{SEAL_NOTE}</p>
      </main>
      <LegalFooter {...legalFooter} />
    </div>
  )
}

function AskCode() {
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('code') as HTMLInputElement
    const code = readCode(field.value)
    if (code) return location.assign(verifyPath(code))
    setFault(
      field.value.trim() === ''
        ? 'Escriba el código del certificado.'
        : 'Revise el código: son 16 letras y números, en cuatro grupos de cuatro.',
    )
    field.focus()
  }
  return (
    <Frame title="Comprobar un certificado">
      <p>
        Escriba el código de un certificado de calificación, o lea su QR. Verá qué certifica y si vale hoy. No hace
        falta tener usuario.
      </p>
      <form noValidate onSubmit={submit} className={classes.form}>
        <label className={classes.label} htmlFor="code">
          Código del certificado
        </label>
        <span id="code-hint" className="small dim">
          Cuatro grupos de cuatro, como 7KQ2-M4XV-09TD-HC5B
        </span>
        <input
          id="code"
          name="code"
          className={classes.input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          aria-describedby={fault ? 'code-hint code-fault' : 'code-hint'}
          aria-invalid={fault ? true : undefined}
          onChange={() => setFault(null)}
        />
        {fault ? (
          <span id="code-fault" className={classes.fault} role="alert">
            {fault}
          </span>
        ) : null}
        <button type="submit" className={classes.button}>
          Comprobar
        </button>
      </form>
    </Frame>
  )
}

function OfCode({ code }: { code: string }) {
  const [answer, setAnswer] = useState<Verification | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let gone = false
    setAnswer(null)
    void verify(code).then(found => {
      if (!gone) setAnswer(found)
    })
    return () => {
      gone = true
    }
  }, [code, attempt])
  const another = (
    <p>
      <a href="/verify">Comprobar otro código</a>
    </p>
  )
  if (answer && 'found' in answer) {
    return (
      <Frame title="Certificado de calificación">
        <Verified of={answer.found} code={readCode(code) ?? code} />
        {another}
      </Frame>
    )
  }
  return (
    <Frame title="Certificado de calificación">
      {answer === null ? (
        <p role="status">Comprobando el código…</p>
      ) : 'refused' in answer ? (
        <>
          <div className={classes.standing} data-s="CLOSED" role="status">
            <b>{answer.refused}</b>
            <span>
              Compruebe que lo ha copiado bien. Su titular puede haberlo ocultado, o el CCI no ofrece esta comprobación.
            </span>
          </div>
          <p className={classes.code}>{readCode(code) ?? code}</p>
          {another}
        </>
      ) : (
        <>
          <div className={classes.standing} data-s="REJECTED" role="alert">
            <b>No se ha podido comprobar</b>
            <span>{answer.failed}</span>
          </div>
          <button type="button" className={classes.button} onClick={() => setAttempt(attempt + 1)}>
            Reintentar
          </button>
        </>
      )}
    </Frame>
  )
}
