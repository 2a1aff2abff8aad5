import invite from './login-1-invite.svg'
import verify from './login-2-verify.svg'
import qualify from './login-3-qualify.svg'

/** The three slides of the sign-in screen. */
export const loginSlides = [
  { image: invite, title: 'Invitar', text: 'El CCI abre la puerta a proveedores, evaluadores y entidades.' },
  {
    image: verify,
    title: 'Verificar',
    text: 'Cada documento se lee, se fecha y se acepta o se devuelve con su motivo.',
  },
  {
    image: qualify,
    title: 'Calificar',
    text: 'Una misma vara para todos: confidencialidad, integridad y disponibilidad.',
  },
]
