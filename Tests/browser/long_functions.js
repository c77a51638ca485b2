// Lists the functions of scripts that are longer than so many lines: node long_functions.js LINES SCRIPT…

const fs = require('fs');
const ts = require(`${fs.realpathSync('/usr/bin/tsc').replace(/bin\/tsc$/, '')}lib/typescript.js`);

const [most, ...scripts] = process.argv.slice(2);

for (const script of scripts) {
  const source = ts.createSourceFile(script, fs.readFileSync(script, 'utf8'), ts.ScriptTarget.Latest, true);
  visit(source, source);
}

function visit(node, source) {
  const [first, last] = [node.getStart(), node.end].map(place => source.getLineAndCharacterOfPosition(place).line);
  if (ts.isFunctionLike(node) && last - first >= Number(most)) console.log(`${source.fileName}:${first + 1} has ${last - first + 1} lines`);
  ts.forEachChild(node, child => visit(child, source));
}
