"""Pages that a device makes, beside those of the server."""

# What only the server knows: sign-in codes, registrations, what giving IDs to all would do. And where lists go on, since the
# device has them whole.
NEEDS_SERVER = ('#sign-in-codes, [aria-labelledby="registration-title"], [data-dialog="give-ids"], '
                '#give-ids, [data-behaviour="more"]')

# The device's page, though another was fetched as of some entry; usually there is no other.
PAGE = """async address => {
  const here = document.querySelector('script[type=module]').src;
  const { pageOf } = await import(here.replace('app.js', 'device/book.js'));
  const [path, kept] = address.split(' ');
  return await pageOf(path, Number(kept ?? -1));
}"""

# The server's page and the device's, without what only the server knows.
RENDERED = """async ([address, html, needsServer]) => {
  const parse = html => new DOMParser().parseFromString(html, 'text/html');
  const server = await (await fetch(address, { headers: { Accept: 'text/html' } })).text();
  const tidy = node => {
    for (const one of node.querySelectorAll(needsServer)) one.remove();
    node.normalize();
    // It goes on between one look and the next.
    for (const clock of node.querySelectorAll('[role="timer"]')) clock.replaceChildren();
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) text.data = text.data.replace(/\\s+/g, ' ');
    return node.innerHTML.replace(/> </g, '>\\n<').trim();
  };
  return [tidy(parse(server).getElementById('main')), tidy(parse(html).body)];
}"""

def compare(page, addresses):
    """Where the device's pages are not like the server's."""
    found = []
    for address in addresses:
        made = page.evaluate(PAGE, address)
        if made is None:
            found.append((address, "The device has no page."))
            continue
        server, device = page.evaluate(RENDERED, [address, made["html"], NEEDS_SERVER])
        lines = [pair for pair in zip(server.splitlines(), device.splitlines()) if pair[0] != pair[1]]
        if server != device:
            found.append((address, lines[0] if lines else "One is longer."))
    return found
