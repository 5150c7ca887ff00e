{let chosen=null;try{chosen=localStorage.getItem("octavo-theme")}catch{}(chosen==="light"||chosen==="dark")&&(document.documentElement.dataset.theme=chosen)}
