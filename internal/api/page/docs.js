"use strict";
(() => {
  const methods = ["get", "post", "put", "patch", "delete"];
  let doc;

  // make builds an element from a tag, attributes and children; strings become text, never markup.
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
  };

  // inline turns `code` and **strong** into elements.
  const inline = (text) => text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
    if (part.startsWith("`")) return make("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return make("strong", {}, part.slice(2, -2));
    return part;
  });
  const prose = (text) => (text || "").trim().split(/\n\s*\n/).filter(Boolean).map((p) => make("p", {}, inline(p)));

  // resolve follows a reference; what stands beside it rules.
  const resolve = (value) => {
    if (!value || !value.$ref) return value || {};
    const found = value.$ref.slice(2).split("/").reduce((at, key) => at[key], doc);
    const { $ref, ...beside } = value;
    return { ...resolve(found), ...beside };
  };
  const refName = (value) => (value && value.$ref ? value.$ref.split("/").pop() : "");
  const isNull = (schema) => schema.type === "null";
  const branches = (schema) => (schema.anyOf || schema.oneOf || []).filter((b) => !isNull(b));

  const typeName = (value) => {
    const schema = resolve(value);
    const name = refName(value);
    const parts = branches(schema);
    if (parts.length) {
      const nullable = (schema.anyOf || schema.oneOf).some(isNull);
      return parts.map(typeName).concat(nullable ? ["null"] : []).join(" | ");
    }
    if ("const" in schema) return JSON.stringify(schema.const);
    const types = [].concat(schema.type || "any").map((type) => {
      if (type === "array") return "list of " + typeName(schema.items || {});
      if (type === "object" && name) return name;
      if (type === "object" && typeof schema.additionalProperties === "object") return "map to " + typeName(schema.additionalProperties);
      return type;
    });
    return types.join(" | ") + (schema.format ? " (" + schema.format + ")" : "");
  };

  const bounds = (schema) => {
    const names = {
      minimum: "≥", maximum: "≤", exclusiveMinimum: ">", minLength: "characters ≥", maxLength: "characters ≤",
      minItems: "items ≥", maxItems: "items ≤", pattern: "matches",
    };
    return Object.entries(names).filter(([key]) => key in schema).map(([key, word]) => word + " " + schema[key]);
  };

  // facts lists what a schema says beside its type: default, allowed values, bounds, description.
  const facts = (schema) => {
    const out = [];
    const line = [];
    const preset = "default" in schema ? JSON.stringify(schema.default) : "";
    // The fields of an object show their own defaults.
    if (preset && (preset.length < 80 || !schema.properties)) line.push("default ", make("code", {}, preset), " ");
    if (schema.enum) line.push("one of ", schema.enum.flatMap((word) => [make("code", {}, JSON.stringify(word)), " "]));
    for (const bound of bounds(schema)) line.push(make("code", {}, bound), " ");
    if (line.length) out.push(make("p", { class: "soft" }, line));
    return out.concat(prose(schema.description));
  };

  // inner finds the schemas a reader may want to look into.
  const inner = (value) => {
    const schema = resolve(value);
    if (schema.properties) return [value];
    if (schema.items) return inner(schema.items);
    if (typeof schema.additionalProperties === "object") return inner(schema.additionalProperties);
    return branches(schema).flatMap(inner);
  };

  // later fills a details element when it is opened for the first time.
  const later = (element, fill) => {
    element.addEventListener("toggle", () => {
      if (element.open && !element.dataset.filled) {
        element.dataset.filled = "yes";
        element.append(...fill());
      }
    });
    return element;
  };

  const look = (value) => inner(value).map((target) => {
    const label = refName(target) || "fields";
    return later(make("details", { class: "more" }, make("summary", {}, label)), () => [fields(target)]);
  });

  const fields = (value) => {
    const schema = resolve(value);
    const required = schema.required || [];
    return make("ul", { class: "fields" }, Object.entries(schema.properties || {}).map(([name, property]) => {
      const need = required.includes(name) ? make("span", { class: "need" }, " required") : null;
      const kind = make("span", { class: "soft" }, " ", typeName(property));
      return make("li", {}, make("code", {}, name), kind, need, facts(resolve(property)), look(property));
    }));
  };

  const shape = (value) => {
    const schema = resolve(value);
    const head = make("p", { class: "soft" }, typeName(value));
    if (schema.properties) return [head, ...prose(schema.description), fields(value)];
    return [head, ...facts(schema), ...look(value)];
  };

  const shell = (text) => "'" + text.replaceAll("'", "'\\''") + "'";
  const base = () => {
    const url = doc.servers[0].url;
    return url === "/" ? location.origin : url.replace(/\/$/, "");
  };

  const curl = (path, method, operation) => {
    const lines = ["curl" + (method === "get" ? "" : " -X " + method.toUpperCase()) + " " + shell(base() + path)];
    const open = operation.security.length === 0 || operation.security.some((need) => Object.keys(need).length === 0);
    if (!open) lines.push('-H "Authorization: Bearer $OCTAVO_API_KEY"');
    const content = operation.requestBody ? operation.requestBody.content : {};
    if (content["multipart/form-data"]) {
      lines.push("-F file=@document.pdf");
    } else if (content["application/json"]) {
      const [example] = Object.values(content["application/json"].examples || {});
      lines.push("-H 'Content-Type: application/json'");
      lines.push("-d " + shell(JSON.stringify(example ? example.value : {}, null, 2)));
    } else if (operation.requestBody) {
      lines.push("--data-binary @document.pdf");
    }
    return make("pre", {}, lines.join(" \\\n  "));
  };

  const parameters = (list) => {
    if (!list.length) return [];
    return [make("h3", {}, "Parameters"), make("ul", { class: "fields" }, list.map((parameter) => {
      const schema = resolve(parameter.schema);
      const need = parameter.required ? make("span", { class: "need" }, " required") : null;
      const kind = make("span", { class: "soft" }, " ", parameter.in, ", ", typeName(parameter.schema));
      return make("li", {}, make("code", {}, parameter.name), kind, need, facts({ ...schema, description: parameter.description || schema.description }));
    }))];
  };

  const answers = (responses) => Object.entries(responses).map(([status, value]) => {
    const response = resolve(value);
    const part = make("details", { class: "more" }, make("summary", {}, status + " — " + response.description.trim().split("\n")[0]));
    return later(part, () => {
      const headers = Object.keys(response.headers || {});
      const line = headers.length ? [make("p", { class: "soft" }, "Headers: ", headers.join(", "))] : [];
      return prose(response.description).concat(line, Object.entries(response.content || {}).flatMap(([type, media]) =>
        [make("p", {}, make("code", {}, type)), ...shape(media.schema)]));
    });
  });

  const endpoint = (path, method, operation, shared) => {
    const summary = make("summary", {}, make("span", { class: "method " + method }, method), make("code", {}, path), make("span", { class: "soft" }, operation.summary));
    const element = make("details", { class: "endpoint" + (operation.deprecated ? " old" : ""), id: operation.operationId }, summary);
    return later(element, () => {
      const list = shared.concat(operation.parameters || []).map(resolve);
      const bodies = Object.entries(operation.requestBody ? operation.requestBody.content : {});
      return [make("div", {},
        prose(operation.description), parameters(list),
        bodies.flatMap(([type, media]) => [make("h3", {}, "Body, ", make("code", {}, type)), ...shape(media.schema)]),
        make("h3", {}, "Example"), curl(path, method, operation),
        make("h3", {}, "Answers"), answers(operation.responses))];
    });
  };

  const operations = () => Object.entries(doc.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method], shared: item.parameters || [] })));

  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && "open" in target) target.open = true;
    if (target) target.scrollIntoView();
  };

  const render = () => {
    const main = document.getElementById("main");
    const contents = document.getElementById("contents");
    document.getElementById("version").textContent = doc.info.version;
    main.append(...prose(doc.info.description));
    const all = operations();
    for (const tag of doc.tags) {
      const own = all.filter((entry) => entry.operation.tags[0] === tag.name);
      const links = own.map((entry) => make("a", { href: "#" + entry.operation.operationId }, make("span", { class: "method " + entry.method }, entry.method), entry.path));
      contents.append(make("div", { class: "group" }, make("strong", {}, tag.name), links));
      main.append(make("section", { class: "group" }, make("h2", {}, tag.name), prose(tag.description),
        own.map((entry) => endpoint(entry.path, entry.method, entry.operation, entry.shared))));
    }
    main.append(make("h2", {}, "Schemas"), ...Object.keys(doc.components.schemas).map((name) =>
      later(make("details", { class: "endpoint", id: "schema-" + name }, make("summary", {}, make("code", {}, name))),
        () => [make("div", {}, shape({ $ref: "#/components/schemas/" + name }))])));
    open();
    window.addEventListener("hashchange", open);
  };

  const filter = (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    for (const element of document.querySelectorAll("nav a, .endpoint")) {
      const own = (element.tagName === "A" ? element : element.querySelector("summary")).textContent.toLowerCase();
      element.classList.toggle("hidden", !words.every((word) => own.includes(word)));
    }
    for (const group of document.querySelectorAll(".group")) {
      group.classList.toggle("hidden", !group.querySelector("a:not(.hidden), .endpoint:not(.hidden)"));
    }
  };

  const theme = () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("octavo-docs-theme", root.dataset.theme);
  };

  const saved = localStorage.getItem("octavo-docs-theme");
  if (saved) document.documentElement.dataset.theme = saved;
  document.getElementById("theme").addEventListener("click", theme);
  document.getElementById("filter").addEventListener("input", (event) => filter(event.target.value));
  fetch("openapi.json").then((response) => {
    if (!response.ok) throw new Error("openapi.json answered " + response.status);
    return response.json();
  }).then((json) => {
    doc = json;
    render();
  }).catch((error) => document.getElementById("main").append(make("p", {}, "The document could not be loaded: " + error.message)));
})();
