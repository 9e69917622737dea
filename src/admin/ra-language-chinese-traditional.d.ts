/** The community's language pack has no type declarations. */
declare module 'ra-language-chinese-traditional' {
  import type { TranslationMessages } from 'react-admin'

  const messages: Partial<TranslationMessages>
  export default messages
}
