import { Button } from '@mantine/core'
import { useState } from 'react'
import { catalogueLabels } from '#domain/catalogue/catalogue.ts'
import type { CatalogueType } from '#domain/catalogue/contract.ts'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import { CatalogueEditor } from '#web/catalogue/CatalogueEditor.tsx'
import { PhrasesModal } from '#web/catalogue/PhrasesModal.tsx'
import { useDrafts } from '#web/catalogue/useDrafts.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMe } from '#web/session/useMe.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import classes from './catalogue.module.css'

const defaultType: CatalogueType = 'PROVIDER'

/**
 * /documentation-data-configuration: the data and documents required per participant type (ROUTE-22, CONF-01 to
 * CONF-04, ROLE-07).
 */
export function ConfigurationPage() {
  const { drafts, setDrafts, dirtyTypes, restored, forget } = useDrafts(useMe().userId)
  const [chosen, choose] = useUrlValue('rol')
  const [phrasing, setPhrasing] = useState(false)
  const leaving = useLeaving(dirtyTypes.length > 0)
  const type = catalogueTypes.find(each => each === chosen) ?? defaultType
  return (
    <>
      <PageHeader
        title="Documentación y datos"
        subtitle="Qué documentos y datos debe aportar cada clase de participante, y qué lleva una incidencia."
        actions={<Button onClick={() => setPhrasing(true)}>Frases para rechazar</Button>}
      />
      <div className={classes.segments}>
        <Segments
          label="Rol"
          value={type}
          onChange={value => choose(value === defaultType ? null : value)}
          segments={catalogueTypes.map(each => ({
            value: each,
            label: dirtyTypes.includes(each) ? `${catalogueLabels[each]} (con cambios)` : catalogueLabels[each],
          }))}
        />
      </div>
      {restored ? (
        <div className={classes.segments}>
          <Message kind="info" live>
            Se ha recuperado lo que dejó sin guardar.
          </Message>
        </div>
      ) : null}
      <CatalogueEditor key={type} type={type} drafts={drafts} setDrafts={setDrafts} />
      <PhrasesModal opened={phrasing} onClose={() => setPhrasing(false)} />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={() => {
          forget()
          leaving.leave()
        }}
      >
        Si sale ahora, se perderá lo que ha cambiado en {dirtyTypes.map(each => catalogueLabels[each]).join(', ')}.
      </LeaveGuard>
    </>
  )
}
