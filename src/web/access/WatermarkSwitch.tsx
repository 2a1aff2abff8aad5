import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readWatermark, saveWatermark, type WatermarkWire } from '#domain/watermark/contract.ts'
import { watermarkFacts } from '#domain/watermark/facts.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { showError } from '#web/ui/messages.ts'
import { Section } from '#web/ui/Section.tsx'
import { showToast } from '#web/ui/toast.ts'
import classes from './AccessSecurityPage.module.css'

/** Whether the PDFs that banks read of others say on every page who reads them; kept as soon as it is moved. */
export function WatermarkSwitch() {
  const { data, error, refetch, isFetching } = useQuery(reading(readWatermark))
  return (
    <Section title="Marca de agua en los PDF" kind="serif">
      <p className={`dim ${classes.intro}`}>
        Con ella, cada página de un PDF que lee o descarga una entidad dice quién lo lee, con su correo, su organización
        y la hora. Lo guardado no cambia: el CCI, quien lo subió y el evaluador lo reciben como se subió. La marca
        invalida la firma digital de un PDF firmado, y un PDF cifrado o dañado, que no la admite, no se entrega a las
        entidades.
      </p>
      {data ? (
        <Watermark saved={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={60} label="Cargando la marca de agua" />
      )}
    </Section>
  )
}

function Watermark({ saved }: { saved: WatermarkWire }) {
  const client = useQueryClient()
  const conflict = useConflict()
  const saving = useMutation({
    mutationFn: (enabled: boolean) =>
      conflict.send({
        version: saved.version,
        base: watermarkFacts(saved),
        attempt: version => call(saveWatermark, { body: { enabled, version } }),
      }),
    onSuccess: outcome => {
      if (!outcome?.sent) return
      client.setQueryData(reading(readWatermark).queryKey, outcome.sent)
      showToast({ title: outcome.sent.enabled ? 'Marca de agua activada' : 'Marca de agua desactivada' })
    },
    onError: failure => showError(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: [readWatermark.name] }),
  })
  return (
    <>
      {conflict.window}
      <Switch
        label="Marcar los PDF que leen las entidades"
        description={saved.enabled ? 'Activada' : 'Desactivada'}
        // While it is being kept, the switch stands where it was put.
        checked={saving.isPending ? saving.variables : saved.enabled}
        onChange={event => !saving.isPending && saving.mutate(event.currentTarget.checked)}
      />
    </>
  )
}
