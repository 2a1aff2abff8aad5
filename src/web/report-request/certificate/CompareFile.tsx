import { type DragEvent, useRef, useState } from 'react'
import { hashOf } from '#web/report-request/certificate/verification.ts'
import classes from './VerifyPage.module.css'

type Compared = { name: string; isSame: boolean } | { failed: string } | null

/** Compares a file with the dictamen that was published, in the browser (SEAL-18). */
export function CompareFile({ sha256 }: { sha256: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [compared, setCompared] = useState<Compared>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    setCompared(null)
    try {
      setCompared({ name: file.name, isSame: (await hashOf(file)) === sha256 })
    } catch {
      setCompared({ failed: `No se ha podido leer «${file.name}».` })
    }
  }
  const drag = (entered: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(entered)
  }
  return (
    <section aria-labelledby="comparar">
      <h2 id="comparar" className={classes.heading}>
        Comparar el dictamen
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <p>Suelte aquí el dictamen que le han dado. Se compara en su navegador: no se envía.</p>
        <input
          ref={input}
          type="file"
          hidden
          onChange={event => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <button type="button" className={classes.second} onClick={() => input.current?.click()}>
          Elegir archivo
        </button>
      </div>
      <div role="status">
        {compared === null ? null : 'failed' in compared ? (
          <div className={classes.standing} data-s="REJECTED">
            <b>{compared.failed}</b>
          </div>
        ) : (
          <div className={classes.standing} data-s={compared.isSame ? 'QUALIFIED' : 'REJECTED'}>
            <b>{compared.isSame ? 'Es el dictamen publicado' : 'No es el dictamen publicado'}</b>
            <span>
              {compared.name}
              {compared.isSame
                ? ''
                : '. Una copia con la marca de quien la descargó tampoco es el mismo archivo: pida el original.'}
            </span>
          </div>
        )}
      </div>
    </section>
  )
}
