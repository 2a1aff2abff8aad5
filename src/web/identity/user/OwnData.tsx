import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { exportOwnData } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { exportSupervision } from '#domain/supervision/own-data/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { call } from '#web/api/api.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './OwnData.module.css'

/** 'Descargar mis datos': all data that the portal holds about the signed-in user (RGPD art. 15 and 20). */
export function OwnData() {
  const { today } = useMe()
  const mayExport = useMay('supervision.export')
  const saving = useDownload(() => call(exportOwnData), `mis-datos-${today}.json`)
  return (
    <Section title={t('Mis datos')} kind="serif">
      <p className={`dim ${classes.words}`}>
        {t('Todo lo que el portal guarda sobre usted: su cuenta, sus sesiones, sus avisos y lo que ha hecho en él.')}
      </p>
      <div>
        <Button leftSection={<IconDownload />} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('Descargar mis datos')}
        </Button>
      </div>
      {mayExport ? <OwnSupervision today={today} /> : null}
    </Section>
  )
}

/** What a bank has written about its providers, for its principal user (BASE-11). */
function OwnSupervision({ today }: { today: Day }) {
  const saving = useDownload(() => call(exportSupervision), `supervision-${today}.json`)
  return (
    <>
      <p className={`dim ${classes.words}`}>
        {t(
          'Todo lo que su entidad ha escrito sobre sus proveedores, con lo que el registro dice de ello: usos, niveles exigidos, expedientes y registro de información. Solo lo descarga el usuario principal.',
        )}
      </p>
      <div>
        <Button leftSection={<IconDownload />} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('Descargar los datos de mi entidad')}
        </Button>
      </div>
    </>
  )
}
