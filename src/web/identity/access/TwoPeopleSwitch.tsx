import { readFourEyes, saveFourEyes } from '#domain/identity/four-eyes/contract.ts'
import { fourEyesFacts } from '#domain/identity/four-eyes/facts.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { KeptSwitch } from '#web/identity/access/KeptSwitch.tsx'

/** Whether irreversible actions need four-eyes approval by CCI. Turning it off needs approval too. */
export function FourEyesSwitch() {
  return (
    <KeptSwitch
      title="Dos personas para lo más delicado"
      label="Pedir dos personas del CCI"
      stands={{ on: 'Activado', off: 'Desactivado' }}
      moved={{ on: 'Desde ahora hacen falta dos personas', off: 'Basta una persona' }}
      loading="Cargando si hacen falta dos personas"
      queryOptions={queryOptions(readFourEyes)}
      save={body => call(saveFourEyes, { body })}
      facts={fourEyesFacts}
    >
      Con ello, eliminar un participante, publicar o corregir una calificación y cambiar el servicio, el nombre o el CIF
      de lo que ya está calificado necesitan a dos personas del CCI: lo que hace la primera queda como propuesta, se
      avisa al CCI y solo se cumple si otra hace lo mismo en 24 horas. Dejar de pedirlo necesita también a dos.
    </KeptSwitch>
  )
}
