import { readWatermark, saveWatermark } from '#domain/document/watermark/contract.ts'
import { watermarkFacts } from '#domain/document/watermark/facts.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { KeptSwitch } from '#web/identity/access/KeptSwitch.tsx'
import { Unmarkable } from '#web/identity/access/Unmarkable.tsx'

/** Whether the PDFs that banks read of others name the reader on every page. */
export function WatermarkSwitch() {
  return (
    <KeptSwitch
      title="Marca de agua en los PDF"
      label="Marcar los PDF que leen las entidades"
      stands={{ on: 'Activada', off: 'Desactivada' }}
      moved={{ on: 'Marca de agua activada', off: 'Marca de agua desactivada' }}
      loading="Cargando la marca de agua"
      queryOptions={queryOptions(readWatermark)}
      save={body => call(saveWatermark, { body })}
      facts={watermarkFacts}
      after={enabled => <Unmarkable enabled={enabled} />}
    >
      Con ella, cada página de un PDF que lee o descarga una entidad dice quién lo lee, con su correo, su organización y
      la hora. Lo guardado no cambia: el CCI, quien lo subió y el evaluador lo reciben como se subió. La marca invalida
      la firma digital de un PDF firmado, y un PDF cifrado o dañado, que no la admite, no se entrega a las entidades.
    </KeptSwitch>
  )
}
