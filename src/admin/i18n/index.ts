import polyglotI18nProvider from 'ra-i18n-polyglot'
import traditional from 'ra-language-chinese-traditional'
import { type I18nProvider, mergeTranslations, type TranslationMessages } from 'react-admin'
import type { SchemaSet } from '../../schema/load/schema-set'
import zhTw from './zh-tw.json'

/** The only language of the admin area. */
export const portalLocale = 'zh-TW'

/**
 * Creates react-admin's i18n provider.
 * The language pack of the community uses terms of mainland China, so `zh-tw.json` overrides and supplements its texts.
 * Texts have no plural forms: Chinese has none, and polyglot uses only the first form of `zh-TW`.
 */
export const createI18nProvider = (schemas: SchemaSet): I18nProvider => {
  const messages: TranslationMessages = { ...mergeTranslations(traditional, zhTw), resources: resourceNames(schemas) }
  return polyglotI18nProvider(() => messages, portalLocale, [{ locale: portalLocale, name: '正體中文' }])
}

const resourceNames = ({ resources }: SchemaSet) =>
  Object.fromEntries(
    resources.map(({ name, label, fields }) => [
      name,
      { name: label, fields: Object.fromEntries(fields.map((field) => [field.name, field.label])) },
    ]),
  )
