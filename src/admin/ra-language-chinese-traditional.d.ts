/** The community's pack carries no types of its own. */
declare module 'ra-language-chinese-traditional' {
  import type { TranslationMessages } from 'react-admin'

  const messages: Partial<TranslationMessages>
  export default messages
}
