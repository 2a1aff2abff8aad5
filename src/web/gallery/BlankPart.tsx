import { Checkbox, NumberInput, Radio, Select, Tabs, Textarea, TextInput } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ProgressAside, WithAside } from '#web/review/ProgressAside.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { FileDrop } from '#web/ui/files/FileDrop.tsx'
import { FileList, FileRow } from '#web/ui/files/FileRow.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { ErrorSummary } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { BlankLayout } from '#web/ui/layout/BlankLayout.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { notchesOf } from '#web/ui/rating/ProgressNotches.tsx'

const none = () => {}

export function BlankPart() {
  const [tab, setTab] = useState<string | null>(location.search.includes('docs') ? 'docs' : 'data')
  const [date, setDate] = useState<string | null>('2027-06-30')
  const [attempt, setAttempt] = useState(0)
  return (
    <BlankLayout who="Tramontana Custodia Digital · lucia.ferrer@tramontana.example" onSignOut={none}>
      <PageHeader title="Complete su alta" subtitle="Lo que el CCI necesita para calificar a su empresa." />
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List>
          <Tabs.Tab value="data">
            <b>1</b>Datos generales<small>26 de 29</small>
          </Tabs.Tab>
          <Tabs.Tab value="docs">
            <b>2</b>Documentación requerida<small>2 de 5</small>
          </Tabs.Tab>
        </Tabs.List>
        <WithAside
          aside={
            <div style={{ paddingTop: 28 }}>
              <ProgressAside
                title="SU ALTA"
                done={26}
                total={34}
                notches={[...notchesOf(26, 26), 'REJECTED', 'REJECTED', 'REJECTED', null, null, null, null, null]}
                noun="datos y documentos"
                parts={[
                  { key: '1', label: 'Empresa', done: 6, total: 7, wrong: true, current: true },
                  { key: '2', label: 'Contactos', done: 3, total: 4, wrong: true },
                  { key: '3', label: 'Dirección', done: 8, total: 8 },
                  { key: '4', label: 'Documentación requerida', done: 0, total: 5 },
                ]}
                note="Cuando envíe, el CCI lo revisa y le avisa. Puede dejarlo y volver: no se pierde nada."
              />
            </div>
          }
        >
          <Tabs.Panel value="data">
            <div className="stack">
              <ErrorSummary
                attempt={attempt}
                errors={[
                  { field: 'cif', label: 'CIF', message: 'el carácter de control no es correcto.' },
                  { field: 'mail', label: 'Correo del responsable de seguridad', message: 'no es válido.' },
                ]}
              />
              <fieldset>
                <legend>Empresa</legend>
                <div className="fields">
                  <div data-span="4">
                    <TextInput label="Nombre" defaultValue="Tramontana Custodia Digital, S.L." required />
                  </div>
                  <div data-span="2">
                    <TextInput
                      id="cif"
                      label="CIF"
                      defaultValue="B00472189"
                      error="CIF erróneo: el carácter de control no es correcto."
                    />
                  </div>
                  <div data-span="3">
                    <TextInput label="Nombre comercial" defaultValue="Tramontana" />
                  </div>
                  <div data-span="1">
                    <TextInput label="CNAE" defaultValue="6311" readOnly description="Lo fija el CCI." />
                  </div>
                  <div data-span="2">
                    <Select
                      label="Número de empleados"
                      defaultValue="50-249"
                      data={['1-9', '10-49', '50-249', '250+']}
                    />
                  </div>
                  <div data-span="3">
                    <TextInput
                      id="mail"
                      label="Correo del responsable de seguridad"
                      defaultValue="seguridad@tramontana"
                      error="Correo electrónico no válido"
                    />
                  </div>
                  <div data-span="3">
                    <DateField label="Fecha de caducidad" value={date} onChange={setDate} min="2026-11-22" />
                  </div>
                </div>
              </fieldset>
              <fieldset>
                <legend>Otros controles</legend>
                <div className="fields">
                  <div data-span="3">
                    <NumberInput label="Volumen de facturación" defaultValue={4812} description="En miles de euros." />
                  </div>
                  <div data-span="3">
                    <Select label="Estado" placeholder="Elija uno" data={['Calificado']} error="Elija un estado" />
                  </div>
                  <div>
                    <Textarea label="Detalle" placeholder="Escriba el detalle..." />
                  </div>
                  <div data-span="3">
                    <Checkbox label="Es la misma que la dirección" defaultChecked />
                  </div>
                  <div data-span="3">
                    <Radio.Group label="Tipo">
                      <div className="row">
                        <Radio value="a" label="Nueva" />
                        <Radio value="b" label="Renovación" />
                      </div>
                    </Radio.Group>
                  </div>
                </div>
              </fieldset>
            </div>
          </Tabs.Panel>
          <Tabs.Panel value="docs">
            <div className="stack">
              <FileDrop
                onFiles={none}
                hint="Varios a la vez. PDF, Word, Excel, ODF, PNG, JPEG o ZIP, hasta 25 MB cada uno."
              />
              <FileList label="Documentación requerida">
                <FileRow
                  title="Escritura de constitución"
                  hint="Con los datos registrales."
                  state="done"
                  fileName="escritura_constitucion.pdf"
                  note="2,4 MB · subido a las 09:36"
                  badge={<StateBadge small state="PENDING" label="Pendiente" />}
                  onView={none}
                  onPick={none}
                  onRemove={none}
                />
                <FileRow
                  title="Certificado de estar al corriente con la Seguridad Social"
                  hint="De los últimos seis meses."
                  state="uploading"
                  fileName="tgss_noviembre.pdf"
                  progress={{ sent: 1_100_000, total: 1_700_000 }}
                  onCancel={none}
                />
                <FileRow
                  title="Póliza de responsabilidad civil"
                  hint="Condiciones particulares y recibo."
                  state="refused"
                  fileName="poliza_rc_completa.pdf"
                  error="31,2 MB: supera el máximo de 25 MB. No se ha subido."
                  onPick={none}
                  onRemove={none}
                />
                <FileRow
                  title="Certificado de estar al corriente con la AEAT"
                  state="failed"
                  fileName="aeat_corriente_nov26.pdf"
                  error="Se cortó la conexión. No se ha subido."
                  onRetry={none}
                  onRemove={none}
                />
                <FileRow
                  title="Plan de continuidad de negocio"
                  hint="Última versión aprobada."
                  state="empty"
                  onPick={none}
                />
              </FileList>
            </div>
          </Tabs.Panel>
        </WithAside>
      </Tabs>
      <FormFoot
        state="Borrador guardado a las 09:41"
        secondary={{ label: 'Guardar', onClick: none }}
        primary={
          tab === 'docs'
            ? { label: 'Enviar documentación', blocked: 'Quedan 3 documentos para poder enviar.' }
            : { label: 'Continuar', rightIcon: <IconArrowRight />, onClick: () => setAttempt(attempt + 1) }
        }
      />
    </BlankLayout>
  )
}
