// The styles that every screen needs, the sign-in included; ThemeProvider adds those of the component library.
import './layers.css'
import './fonts.css'
import './tokens.css'
import './global.css'
