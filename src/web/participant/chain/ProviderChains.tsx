import { t } from '#domain/language/translate.ts'
import { ServiceChain } from '#web/participant/chain/ServiceChain.tsx'
import { useMay } from '#web/session/useMe.ts'
import { Section } from '#web/ui/layout/Section.tsx'

type Service = { idServiceCatalog: string | null; service: string | null }

/** The chains of a provider's services, for those who read them (CHAIN-10). */
export function ProviderChains({ providerId, requests }: { providerId: string; requests: readonly Service[] }) {
  const mayRead = useMay('chain.read')
  const services = new Map(
    requests.flatMap(({ idServiceCatalog: id, service }) => (id ? [[id, service ?? ''] as const] : [])),
  )
  if (!mayRead || services.size === 0) return null
  return (
    <Section title={t('CADENA DE SUBCONTRATACIÓN')}>
      <p className="dim">{t('El proveedor tiene el rango 1. Quien trabaja para él, el 2, y así en adelante.')}</p>
      {[...services].map(([id, service]) => (
        <ServiceChain key={id} providerId={providerId} serviceId={id} service={service} level={3} />
      ))}
    </Section>
  )
}
