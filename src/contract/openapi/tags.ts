import type { SchemaSet } from '../../schema/schema-set'

/** Controllers that are no page of their own. */
const names: Readonly<Record<string, string>> = {
  Common: '共用選項',
  Home: '首頁與公告',
  PayerArea: '繳費專區',
  EnterpriseArea: '企業專區',
  ReportPrint: '報表列印',
  SKGPortal: '專區查詢',
  Ext: '擴充呼叫：規格之外，可以不提供',
}

/** The chapters of the document with their names. */
export const tagList = (
  tags: readonly string[],
  { resources }: Pick<SchemaSet, 'resources'>,
): readonly { readonly name: string; readonly description: string }[] =>
  tags.map((name) => ({ name, description: names[name] ?? resources.find(({ endpoints }) => endpoints.controller === name)?.label ?? name }))
