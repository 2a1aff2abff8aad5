import { Button, Tabs } from '@mantine/core'
import { IconFileTypePdf, IconLink, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayListFileAccesses } from '#domain/audit-log/file-accesses.ts'
import { t } from '#domain/language/translate.ts'
import { providerSheet, readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { FileAccessList } from '#web/audit-log/FileAccessList.tsx'
import { BackHeader } from '#web/document/BackHeader.tsx'
import { useDownload } from '#web/document/useDownload.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { ProviderChains } from '#web/participant/chain/ProviderChains.tsx'
import { RegisterData } from '#web/participant/company/RegisterData.tsx'
import { ContactInfo } from '#web/participant/detail/ContactInfo.tsx'
import { SheetSummary } from '#web/participant/sheet/SheetSummary.tsx'
import { SheetDocuments, SheetIncidents, SheetScores } from '#web/participant/sheet/SheetTables.tsx'
import { actorOf, useMay, useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** /provider/{id}: all that the reader may see of one provider, in parts, with an address to copy and as PDF (EXP-22). */
export function ProviderSheetPage() {
  const { idProvider: id = '' } = useParams({ strict: false }) as { idProvider?: string }
  const me = useMe()
  const [part, choose] = useUrlValue('parte')
  const incidents = useMay('incident.read')
  const writesIdentity = useMay('identity.manage')
  const keepsRegister = useMay('register.manage')
  const provider = useQuery(queryOptions(readParticipant, { params: { kind: 'provider', id } }))
  const validations = useQuery(queryOptions(listValidations, { query: { genericEntityId: id } }))
  const error = provider.error ?? validations.error
  const name = provider.data ? displayName(provider.data) : ''
  const head = (title: string, subtitle?: string, actions?: ReactNode) => (
    <BackHeader title={title} subtitle={subtitle} listHref={paths.providers()} actions={actions} />
  )
  if (error) {
    return (
      <>
        {head(t('Ficha de proveedor'))}
        <ErrorState
          title={t('No se ha podido abrir la ficha')}
          text={messageOf(error)}
          onRetry={() => void Promise.all([provider.refetch(), validations.refetch()])}
        />
      </>
    )
  }
  if (!provider.data || !validations.data) {
    return (
      <>
        {head(t('Ficha de proveedor'))}
        <Loading height={320} />
      </>
    )
  }
  const { documentation, requests } = byKind(validations.data.content)
  const readsFiles = documentation && mayListFileAccesses(actorOf(me), id)
  const summary = { id, name, cif: provider.data.cif ?? '', documentation, requests }
  const parts: Record<string, { label: string; body: ReactNode } | null> = {
    resumen: {
      label: t('Resumen'),
      body: (
        <>
          <SheetSummary {...summary} />
          <ContactInfo kind="provider" id={id} />
        </>
      ),
    },
    calificaciones: { label: t('Calificaciones'), body: <SheetScores requests={requests} /> },
    documentos: documentation
      ? { label: t('Documentos'), body: <SheetDocuments documentation={documentation} /> }
      : null,
    cadena: { label: t('Cadena'), body: <ProviderChains providerId={id} requests={requests} /> },
    registro:
      keepsRegister || (writesIdentity && me.idGenericEntity !== id)
        ? { label: t('Registro'), body: <RegisterData providerId={id} /> }
        : null,
    actividad:
      incidents || readsFiles
        ? {
            label: t('Actividad'),
            body: (
              <>
                {incidents ? <SheetIncidents idProvider={id} /> : null}
                {readsFiles ? (
                  <Section title={t('QUIÉN HA LEÍDO SU DOCUMENTACIÓN')}>
                    <FileAccessList validationId={documentation.id} />
                  </Section>
                ) : null}
              </>
            ),
          }
        : null,
  }
  const shown = Object.entries(parts).flatMap(([key, each]) => (each ? [{ key, ...each }] : []))
  return (
    <>
      {head(
        name,
        [provider.data.cif, t`datos a ${dayText(me.today)}`].filter(Boolean).join(' · '),
        <SheetActions id={id} name={name} />,
      )}
      <Tabs
        value={part !== null && parts[part] ? part : 'resumen'}
        onChange={value => choose(value === 'resumen' ? null : value)}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('Partes de la ficha')}>
          {shown.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ key, body }) => (
          <Tabs.Panel key={key} value={key}>
            {body}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

function SheetActions({ id, name }: { id: string; name: string }) {
  const download = useDownload(() => call(providerSheet, { params: { id } }), `ficha ${name}.pdf`)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(paths.providerSheet(id), window.location.href).href)
      showToast({ title: t('Enlace copiado'), text: t('Lo abre quien tenga permiso para ver este proveedor.') })
    } catch {
      showToast({ kind: 'error', title: t('No se ha podido copiar'), text: t('Copie la dirección del navegador.') })
    }
  }
  return (
    <>
      <Button size="xs" leftSection={<IconLink />} onClick={() => void copy()}>
        {t('Copiar enlace')}
      </Button>
      <Button size="xs" leftSection={<IconPrinter />} onClick={() => window.print()}>
        {t('Imprimir')}
      </Button>
      <ActionButton
        size="xs"
        leftSection={<IconFileTypePdf />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('Descargar PDF')}
      </ActionButton>
    </>
  )
}
