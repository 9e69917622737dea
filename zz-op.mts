import { readFileSync, mkdirSync, rmSync, cpSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { openDatabase } from './src/server/node/database'
import { sql } from 'kysely'
const cpu=()=>{const c=process.cpuUsage();return (c.user+c.system)/1e3|0}
let t=performance.now(), c=cpu()
const lap=(n:string)=>{const a=performance.now(),b=cpu();console.log(n.padEnd(20),(a-t|0)+' ms wall',(b-c)+' ms cpu');t=a;c=b}
const mod = process.env.SHARE ? await WebAssembly.compile(readFileSync('node_modules/@electric-sql/pglite/dist/pglite.wasm')) : undefined
lap('compile')
const base='/tmp/zzop'; rmSync(base,{recursive:true,force:true})
for (let i=0;i<4;i++){
 const d=`${base}/${i}`; mkdirSync(d+'/database',{recursive:true,mode:0o700})
 execFileSync('tar',['-xf','node_modules/.cache/pglite/empty-0.5.16.tar','-C',d+'/database'],{stdio:'ignore'}); execFileSync('chmod',['-R','go=',d+'/database'])
 lap('untar')
 const db = await openDatabase({dataDir:d}); lap('open')
 await sql`select 1`.execute(db.db); lap('query')
 await db.close(); lap('close')
}
{ const db = await openDatabase({dataDir:base+'/init'}); lap('open with initdb'); await db.close(); lap('close') }
console.log(!!mod, 'total', cpu())
