/// <reference path="../../src/admin/ra-language-chinese-traditional.d.ts" />
import traditional from 'ra-language-chinese-traditional'
import english from 'ra-language-english'
import { mergeTranslations } from 'react-admin'
import { expect, test } from 'vitest'
import { createI18nProvider } from '../../src/admin/i18n'
import zhTw from '../../src/admin/i18n/zh-tw.json'
import { schemaSet } from '../../src/schema/load/schema-set'

const keys = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? keys(value, `${path}${name}.`) : [`${path}${name}`],
  )

const at = (messages: object, key: string) =>
  key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], messages)

const all = mergeTranslations(traditional, zhTw)
const i18n = createI18nProvider(schemaSet([]))

test('no key of react-admin is missing', () => {
  expect(keys(english).length).toBeGreaterThan(150)
  expect(keys(english).filter((key) => !keys(all).includes(key))).toEqual([])
})

test('every text is Chinese, has no plural forms, and uses the terms of Taiwan', () => {
  const words = keys(english)
    .concat(keys(zhTw))
    .map((key) => String(at(all, key)))
  expect(
    words.filter((text) => text.trim() !== '' && !/[\u4e00-\u9fff]/.test(text) && !/^%\{\w+\}( %\{\w+\})?$/.test(text)),
  ).toEqual([])
  expect(words.filter((text) => text.includes('||||'))).toEqual([])
  expect(words.filter((text) => /登錄|用戶|郵箱|鏈接|加載|數據|保存|刷新|项|默認|設置/.test(text))).toEqual([])
})

test('the Chinese texts use the same variables as the English ones', () => {
  const variables = (text: string) => [...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name)
  const strange = keys(english).filter((key) =>
    variables(String(at(all, key))).some(
      (name) => name !== 'smart_count' && !variables(String(at(english, key))).includes(name),
    ),
  )
  expect(strange).toEqual([])
})

test('singular and plural texts contain their number', () => {
  expect(i18n.translate('ra.action.bulk_actions', { smart_count: 1 })).toBe('已選取 1 筆')
  expect(i18n.translate('ra.action.bulk_actions', { smart_count: 3 })).toBe('已選取 3 筆')
  expect(i18n.translate('ra.inspector.hideAll')).toBe('全部隱藏')
  expect(i18n.getLocale()).toBe('zh-TW')
})

test('a text that equals that of the language package is not repeated', () => {
  expect(keys(zhTw).filter((key) => at(zhTw, key) === at(traditional, key))).toEqual([])
})
