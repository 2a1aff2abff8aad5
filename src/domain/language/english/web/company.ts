import type { Catalogue } from '#domain/language/translate.ts'

/** Companies and what the register asks of them. */
export const companyTexts: Catalogue = {
  'Nombre de la empresa': 'Name of the company',
  'País de la sede': 'Country of the head office',
  '20 letras y cifras. Con él es la misma empresa para todos los que la nombran.':
    '20 letters and digits. With it, it is the same company for everybody who names it.',
  'Su número en la red europea de registros: ESHRM.M-123456.':
    'Its number in the European network of registers: ESHRM.M-123456.',
  'Escriba el nombre de la empresa': 'Enter the name of the company',
  'Elija el país de la sede': 'Choose the country of the head office',
  'Empresa guardada': 'Company saved',
  'Editar empresa externa': 'Edit outside company',
  'Elija países': 'Choose countries',
  'Identificación guardada': 'Identification saved',
  'Identificación para el registro': 'Identification for the register',
  'Clase de persona': 'Type of entity',
  'El registro distingue empresas de personas que ejercen una actividad.':
    'The register distinguishes companies from individuals acting in a business capacity.',
  'Sin dato': 'Not given',
  'Donde está domiciliada su organización; el EUID ha de ser de ese país.':
    'Where your organisation is established; the EUID must be of that country.',
  'Nombre en letras latinas': 'Name in Latin letters',
  'Su denominación social sin otros alfabetos, como debe figurar en el registro.':
    'Its registered name without other alphabets, as it must appear in the register.',
  'El identificador internacional de su organización: 20 letras y cifras. Es lo primero que pide el registro.':
    'The international identifier of your organisation: 20 letters and digits. It is the first thing that the register asks for.',
  'Renovación del LEI': 'Renewal of the LEI',
  'Hasta cuándo está pagado: caducado, el registro lo rechaza. El portal le avisa antes.':
    'Until when it is paid: once lapsed, the register rejects it. The portal tells you beforehand.',
  'Su número en la red europea de registros mercantiles. Sirve si no tiene LEI. Ejemplo: ESRMC.B12345':
    'Its number in the European network of business registers. It serves if you have no LEI. Example: ESRMC.B12345',
  'Clase del otro código': 'Kind of the other code',
  'Una persona física sin LEI ni EUID se identifica con uno de estos.':
    'A natural person without LEI or EUID is identified by one of these.',
  'Otro código': 'Other code',
  'EMPRESAS EXTERNAS': 'OUTSIDE COMPANIES',
  'Empresas externas': 'Outside companies',
  PAÍS: 'COUNTRY',
  'MATRIZ ÚLTIMA': 'ULTIMATE PARENT',
  'Ella misma': 'Itself',
  'Editar {0}': 'Edit {0}',
  'No ha nombrado ninguna empresa': 'You have not named any company',
  empresas: 'companies',
  'Matriz última': 'Ultimate parent',
  'La empresa que está al final de las que controlan su organización.':
    'The company at the end of those that control your organisation.',
  'Su propia organización': 'Your own organisation',
  'Otra empresa': 'Another company',
  'Una empresa': 'A company',
  '{0} de {1} datos': '{0} of {1} data items',
  'DATOS PARA EL REGISTRO DE SUS CLIENTES': 'DATA FOR YOUR CUSTOMERS’ REGISTER',
  'Cargando los datos para el registro': 'Loading the data for the register',
  'Cada entidad presenta al supervisor un registro de sus contratos TIC. Estos datos se piden aquí una vez para todas las entidades. Ninguno es obligatorio: lo que falte se lo pedirá cada una.':
    'Each entity presents a register of its ICT contracts to the supervisor. These data are asked here once for all entities. None is mandatory: each one will ask you for what is missing.',
  'SU ORGANIZACIÓN': 'YOUR ORGANISATION',
  'Editar la identificación': 'Edit the identification',
  'SUS SERVICIOS': 'YOUR SERVICES',
  'Sus servicios, para el registro': 'Your services, for the register',
  'Todavía no hay ningún servicio': 'There are no services yet',
  'Aparecerán aquí los que tengan una solicitud.': 'Those with a request will appear here.',
  SERVICIO: 'SERVICE',
  'TIPO DE SERVICIO TIC': 'TYPE OF ICT SERVICE',
  'SE PRESTA DESDE': 'PROVIDED FROM',
  DATOS: 'DATA',
  'Guarda datos': 'Stores data',
  'No guarda datos': 'Does not store data',
  'en {0}': 'in {0}',
  'se tratan en {0}': 'processed in {0}',
  'Editar los datos de {0}': 'Edit the data of {0}',
  'Datos del servicio guardados': 'Data of the service saved',
  'Datos del servicio para el registro': 'Data of the service for the register',
  'El de la lista del registro europeo. Si no es TIC, dígalo: no entra en el registro.':
    'The one of the European register’s list. If it is not ICT, say so: it does not go into the register.',
  'Países desde los que se presta': 'Countries from which it is provided',
  'Donde trabaja quien presta el servicio.': 'Where those who provide the service work.',
  'Si el servicio conserva datos de la entidad o de sus clientes.':
    'Whether the service keeps data of the entity or of its customers.',
  Sí: 'Yes',
  No: 'No',
  'Países donde se guardan los datos': 'Countries where the data are stored',
  'Donde están los datos en reposo, copias incluidas.': 'Where the data are at rest, copies included.',
  'Países donde se tratan los datos': 'Countries where the data are processed',
  'Desde donde se accede a ellos o se procesan.': 'From where they are accessed or processed.',
}
