import { t } from '#domain/language/translate.ts'
import invite from './login-1-invite.svg'
import verify from './login-2-verify.svg'
import qualify from './login-3-qualify.svg'

/** The three slides of the sign-in screen. */
export const loginSlides = () => [
  { image: invite, title: t('Invitar'), text: t('El CCI abre la puerta a proveedores, evaluadores y entidades.') },
  {
    image: verify,
    title: t('Verificar'),
    text: t('Cada documento se lee, se fecha y se acepta o se devuelve con su motivo.'),
  },
  {
    image: qualify,
    title: t('Calificar'),
    text: t('Una misma vara para todos: confidencialidad, integridad y disponibilidad.'),
  },
]
