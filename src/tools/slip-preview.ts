import { enums } from '../domain/enums'
import { modules } from '../modules'
import type { TemplateName } from '../schema/slips/template'
import { slipPrinter } from '../server/node/pdf/slip'
import { readPortalSchemas } from './portal-schemas'
import { sampleSlip } from './sample-slips'

/**
 * Returns the HTML page with a frame for each template.
 * The page reloads the frames when the dev server sends the event.
 */
export const previewPage = (path: string, event: string): string => `<!doctype html>
<html lang="zh-TW">
<meta charset="utf-8">
<title>繳款單樣板</title>
<style>
  body { font: 16px sans-serif; margin: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(600px, 1fr)); gap: 16px; padding: 16px }
  h1 { font-size: 18px; margin: 0 0 8px }
  iframe { width: 100%; height: 85vh; border: 1px solid #a9b7c6 }
</style>
${Object.entries(enums.BillTemplate)
  .map(
    ([name, label]) =>
      `<section><h1>${label}（${name}）</h1><iframe title="${label}" src="${path}/${name}.pdf"></iframe></section>`,
  )
  .join('\n')}
<script type="module">
  import { createHotContext } from '/@vite/client'
  createHotContext('${path}').on('${event}', () => {
    for (const frame of document.querySelectorAll('iframe')) frame.src = frame.src
  })
</script>
</html>
`

/**
 * Returns the content type and the body for the path of a template, such as /A4Standard.pdf: a PDF of sample slips, or
 * the mistakes in the schema files as text.
 */
export const previewPdf = async (pathname: string): Promise<readonly [string, string | Uint8Array]> => {
  const { slips, mistakesText } = readPortalSchemas(process.env.SCHEMAS_DIR || 'schemas', modules)
  if (mistakesText) return ['text/plain; charset=utf-8', mistakesText]
  const template = Object.keys(slips).find((name): name is TemplateName => pathname === `/${name}.pdf`)
  if (template === undefined) return ['text/plain; charset=utf-8', `There is no template ${pathname}.`]
  return ['application/pdf', await slipPrinter(slips).print(sampleSlips(template))]
}

/**
 * Returns four slips: a typical one, one with long texts and a channel fee added to the amount, one of an overdue bill,
 * and one in a foreign currency.
 */
const sampleSlips = (template: TemplateName) => [
  sampleSlip('000123', { templates: [template] }),
  sampleSlip('000124', {
    templates: [template],
    bill: {
      PayerName: '歐陽○○○○明',
      ShouldPayAmount: 52_000,
      MarketEndDate: '2026-12-05',
      FeeItems: Array.from({ length: 20 }, (_, index) => ({
        FeeName: `第${index + 1}期學雜費及代收代辦費用`,
        Amount: 2600,
      })),
      Notices: '請於期限內繳納，逾期將依規定加收滯納金。\n'.repeat(8),
    },
    company: {
      CustomerName: '財團法人示範社會福利慈善事業基金會附設私立示範幼兒園',
      CustomerPhone: '02-27001234',
      CustomerFax: '02-27001235',
      ZipCode: '100006',
      Address: '臺北市中正區重慶南路一段１２２號十二樓之三',
    },
    marketItem: { MarketItemCode: '7B3', MinAmount: 1, MaxAmount: 60_000, FeeBearType: 'Increase', ChannelFee: 15 },
  }),
  sampleSlip('000125', { templates: [template], today: '2026-12-01', allowOverdue: true }),
  sampleSlip('000126', { templates: [template], bill: { CurrencyType: 'USD' } }),
]
