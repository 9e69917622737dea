import { signatureHeaders } from '../headers'
import { creditPush } from './calls/pushes'
import { type JsonSchema, text } from './json'

const header = (name: string, description: string, keywords: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text(description, keywords),
})

/** The requests that the portal sends to the systems of companies. */
export const webhooks: Readonly<Record<string, JsonSchema>> = {
  creditPush: {
    post: {
      operationId: 'creditPush',
      tags: ['Ext'],
      summary: '即時入帳通知',
      description:
        '入帳或沖正當下送到代收約定的即時入帳通知網址，一筆通知一個要求；10 秒內回覆 2xx 即為成功，不跟隨重新導向，回覆最多讀取 64 KB。' +
        '未成功時於 1、5、30、120、720 分鐘後重送，NotifyId 不變；同一筆可能收到不只一次，請以 NotifyId 避免重複入帳。',
      parameters: [
        header(signatureHeaders.timestamp, '送出的時間：自 1970 年起的秒數，10 位數字', { pattern: '^[0-9]{10}$' }),
        header(
          signatureHeaders.signature,
          '簽章：以代收約定的密鑰計算 HMAC-SHA-256，64 位十六進位數字；內容依序為送出的時間、POST、網址的路徑與查詢字串、送出的內容本身，前三者之後各接一個換行字元（0A）。更換密鑰的期間有兩個簽章，以逗號分隔，任一相符即可',
          { pattern: '^[0-9a-f]{64}(,[0-9a-f]{64})?$' },
        ),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: creditPush } } },
      security: [],
      responses: {
        '2XX': {
          description: '已收到；有 ReturnCode 與 ReturnMsg 時顯示於通知的回覆代碼與回覆訊息，否則顯示 HTTP 狀態',
        },
        default: { description: '未收到，稍後重送' },
      },
    },
  },
}
